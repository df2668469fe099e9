import { extend } from './collections.ts';
import { text } from './fields.ts';

/**
 * A code that was mailed a moment ago is good for later requests too, whoever asked first: `sameAs` names it, and its row says
 * when it was mailed. Strangers who ask again and again neither fill a mailbox nor keep its owner from the code in it.
 */
migrate(
  (app) => {
    extend(app, 'sign_in_codes', [text('sameAs', 15), { type: 'date', name: 'mailedAt' }]);
  },
  () => {
    throw new Error('Codes that joined another one would open nothing; restore a backup instead.');
  },
);
