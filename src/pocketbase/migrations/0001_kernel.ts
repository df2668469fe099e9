import { firstSchema, sql } from './collections.ts';

/** A reader of the change feed that misses more changes than this rebuilds from the records themselves. */
const FEED_LENGTH = 50_000;

/**
 * Settings that must not stay at PocketBase's defaults: no batch route (the guarded batch replaces it), rate limits,
 * logs of warnings only, no changes of collections from the dashboard. What depends on the environment (addresses, mail)
 * is set at every start by tools/configure.ts.
 */
function limitSettings(app: App): void {
  const settings = app.settings();
  settings.meta.appName = 'Guildhall';
  settings.meta.hideControls = true;
  settings.batch.enabled = false;
  settings.logs.minLevel = 4;
  settings.logs.maxDays = 7;
  // The site in front limits by account and by visitor. These limits are a second line of defence, so they are looser.
  settings.rateLimits.enabled = true;
  settings.rateLimits.rules = [
    { label: '*:auth', audience: '', duration: 10, maxRequests: 20 },
    { label: '*:create', audience: '', duration: 60, maxRequests: 30 },
    { label: '*:requestOTP', audience: '', duration: 60, maxRequests: 20 },
    { label: '/api/', audience: '', duration: 10, maxRequests: 600 },
  ];
  settings.trustedProxy.headers = ['X-Guildhall-Client'];
  settings.trustedProxy.useLeftmostIP = false;
  app.save(settings);
}

/**
 * The change feed lists changes to public data in order; page cache and search index follow it. Triggers write it within
 * the transaction of the change, so that raw SQL is included and a change that was rolled back is not.
 */
function makeChangeFeed(app: App): void {
  sql(
    app,
    'CREATE TABLE change_feed (seq INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, record TEXT NOT NULL, op TEXT NOT NULL)',
  );
  sql(
    app,
    `CREATE TRIGGER change_feed_purge AFTER INSERT ON change_feed WHEN new.seq % 1000 = 0 BEGIN
       DELETE FROM change_feed WHERE seq <= new.seq - ${FEED_LENGTH};
     END`,
  );
}

firstSchema((app) => {
  limitSettings(app);
  makeChangeFeed(app);
});
