import { feed, sql, triggers } from './collections.ts';
import { count, created, text, updated } from './fields.ts';
import { firstSchema, table } from './first-schema.ts';

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

function changeFeed(app: App): void {
  sql(
    app,
    'CREATE TABLE change_feed (seq INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, record TEXT NOT NULL, op TEXT NOT NULL)',
  );
  triggers(app, {
    change_feed_purge: `AFTER INSERT ON change_feed WHEN new.seq % 1000 = 0 BEGIN
       DELETE FROM change_feed WHERE seq <= new.seq - 50000;
     END`,
  });
}

/**
 * Who works on what, where only one process may: `holder` until the moment `until`, in ms since 1970 by the database's
 * clock, which all processes share. A step that decides something checks the holder in its own transaction.
 */
function leases(app: App): void {
  table(app, 'leases', {
    fields: [
      text('name', 100, { required: true }),
      text('holder', 15, { pattern: '^[a-z0-9]{15}$', required: true }),
      count('until'),
    ],
    later: [
      // Bytes that may be deleted at `dueAt`, in ms by the database's clock, if no row names them then. While somebody
      // deletes them, `deleting` is who does, and no row can name them. Triggers keep the table, so that no statement
      // forgets it. A lease also says whether somebody waits for it.
      count('waiting'),
    ],
    asWritten: ['CREATE UNIQUE INDEX leases_name ON leases (name)'],
  });
}

/**
 * Settings of the site that operators change while it runs: a row for each group. What a group may hold is checked by
 * the site (`SettingGroup`); the version refuses a change by somebody who saw an older value.
 */
function siteSettings(app: App): void {
  table(app, 'site_settings', {
    fields: [
      text('name', 40, { pattern: '^[a-z][a-z-]*$', required: true }),
      { type: 'json', name: 'value', maxSize: 200_000, required: true },
      count('version', { required: true }),
      created,
      updated,
    ],
    indexes: ['CREATE UNIQUE INDEX site_settings_name ON site_settings (name)'],
  });
  feed(app, 'site_settings');
}

/** What every context needs: settings of the engine, the change feed and leases. */
firstSchema((app) => {
  limitSettings(app);
  changeFeed(app);
  leases(app);
  siteSettings(app);
});
