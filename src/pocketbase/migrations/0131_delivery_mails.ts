import { extend } from './collections.ts';
import { number } from './fields.ts';

/** What the desk says about the mails with which a store delivers to people outside the shop. */
migrate(
  (app) => {
    extend(app, 'stores', [
      { type: 'bool', name: 'deliveryMailsOff' },
      // How many a day the desk approved; 0 where it approved nothing.
      number('deliveryMailsADay', { onlyInt: true, min: 0, max: 50_000 }),
    ]);
    extend(
      app,
      'mail_stops',
      [],
      ["CREATE INDEX mail_stops_sender ON mail_stops (sender, created) WHERE sender <> ''"],
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: what the desk said of stores would be forgotten.');
  },
);
