import { extend } from './collections.ts';

/** Finds mails whose text is still stored, by the moment from which they might be sent; and the disputes of an order. */
migrate(
  (app) => {
    extend(
      app,
      'mails',
      [],
      ["CREATE INDEX mails_texts ON mails (sendAfter) WHERE body <> '' AND state <> 'waiting'"],
    );
    extend(app, 'disputes', [], ['CREATE INDEX disputes_order ON disputes (`order`)']);
  },
  () => {
    throw new Error('The texts of old mails are deleted by way of this index; keep it.');
  },
);
