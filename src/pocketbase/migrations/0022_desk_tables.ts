import { feed, triggers } from './collections.ts';
import { choice, count, created, number, text } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';

function siteDays(app: App): void {
  table(app, 'site_days', {
    fields: [
      text('day', 10),
      number('sales', { onlyInt: true }),
      number('paidCents', { onlyInt: true }),
      number('commissionCents', { onlyInt: true }),
      number('refundedCents', { onlyInt: true }),
      number('refundedSales', { onlyInt: true }),
      number('disputedSales', { onlyInt: true }),
      number('people', { onlyInt: true }),
      number('stores', { onlyInt: true }),
      number('products', { onlyInt: true }),
      number('downloads', { onlyInt: true }),
      number('downloadBytes', { onlyInt: true }),
      number('storedBytes', { onlyInt: true }),
      number('mailsSent', { onlyInt: true }),
      number('mailsFailed', { onlyInt: true }),
    ],
    later: [number('mailsBounced', { onlyInt: true })],
    asWritten: ['CREATE UNIQUE INDEX site_days_day ON site_days (day)'],
  });
}

function jobRuns(app: App): void {
  table(app, 'job_runs', {
    fields: [
      text('job', 60),
      // The process that ran it, as in `site_processes`.
      text('process', 80),
      count('everyMs'),
      { type: 'date', name: 'startedAt' },
      { type: 'date', name: 'endedAt' },
      count('ms'),
      { type: 'date', name: 'nextAt' },
      // Of the last run that failed; it stays when a later one succeeds.
      text('error', 500),
      { type: 'date', name: 'failedAt' },
    ],
    indexes: ['CREATE UNIQUE INDEX job_runs_once ON job_runs (job, process)'],
  });
}

function siteProcesses(app: App): void {
  table(app, 'site_processes', {
    fields: [
      // Machine and a random word.
      text('process', 80),
      choice('kind', ['site', 'jobs']),
      text('version', 40),
      { type: 'date', name: 'since' },
      { type: 'date', name: 'seenAt' },
      // What only the process itself can see: free disk, memory, search, where limits are counted.
      { type: 'json', name: 'facts', hidden: true, maxSize: 2000 },
    ],
    indexes: ['CREATE UNIQUE INDEX site_processes_once ON site_processes (process)'],
  });
}

function legalTexts(app: App): void {
  table(app, 'legal_texts', {
    fields: [
      choice('name', ['terms', 'privacy', 'licensing'], { required: true }),
      count('version', { required: true }),
      text('body', 200_000, { required: true }),
      text('summary', 500),
      { type: 'date', name: 'inForceAt', required: true },
      text('publishedBy', 200),
      created,
    ],
    indexes: ['CREATE UNIQUE INDEX legal_texts_version ON legal_texts (name, version)'],
  });
  feed(app, 'legal_texts');
  triggers(app, {
    legal_texts_stay_update:
      "BEFORE UPDATE ON legal_texts BEGIN SELECT RAISE(ABORT, 'a published text stays as it is'); END",
    legal_texts_stay_delete:
      "BEFORE DELETE ON legal_texts BEGIN SELECT RAISE(ABORT, 'a published text stays as it is'); END",
  });
}

function legalConsents(app: App): void {
  table(app, 'legal_consents', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      choice('name', ['terms', 'privacy', 'licensing'], { required: true }),
      count('version'),
      choice('via', ['sign-up', 'checkout', 'asked'], { required: true }),
      { type: 'date', name: 'at', required: true },
    ],
    indexes: ['CREATE UNIQUE INDEX legal_consents_user ON legal_consents (`user`, name, version)'],
  });
}

/** What the people who run the marketplace look at, and texts of the law. */
firstSchema((app) => {
  siteDays(app);
  jobRuns(app);
  siteProcesses(app);
  legalTexts(app);
  legalConsents(app);
});
