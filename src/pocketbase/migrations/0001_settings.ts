/**
 * What must never be left at PocketBase's defaults: no batch route (the guarded batch replaces it), rate limits on,
 * request logs only for warnings, the dashboard unable to change collections of a running marketplace.
 * What depends on the environment (addresses, mail) is set at every start instead; see tools/configure.ts.
 */
migrate(
  (app) => {
    const settings = app.settings();
    settings.meta.appName = 'Guildhall';
    settings.meta.hideControls = true;
    settings.batch.enabled = false;
    settings.logs.minLevel = 4;
    settings.logs.maxDays = 7;
    // The site in front limits by account and by visitor; these are the second wall, so they are looser.
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
  },
  () => undefined,
);
