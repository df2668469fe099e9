import { extend } from './collections.ts';

/** Finds mails whose text is still stored, by the moment from which they might be sent. */
migrate(
  (app) =>
    extend(
      app,
      'mails',
      [],
      ["CREATE INDEX mails_texts ON mails (sendAfter) WHERE body <> '' AND state <> 'waiting'"],
    ),
  () => {
    throw new Error('The texts of old mails are deleted with this index; keep it.');
  },
);
