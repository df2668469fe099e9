import { extend, triggers } from './collections.ts';
import { number } from './fields.ts';
import { follow, grow, type Sign } from './sums.ts';

/** The days in which a mail counts: the one on which it was given up, and "" for all time. */
const addBounce = (row: string, sign: Sign) =>
  grow(
    'site_days',
    ['day'],
    ['mailsBounced'],
    `SELECT d.day, ${sign}1 FROM (SELECT '' AS day UNION ALL SELECT substr(${row}.updated, 1, 10)) d
      WHERE ${row}.bounced`,
  );

/** Mails whose address the receiving side refused for good, counted apart from other mails that were given up. */
migrate(
  (app) => {
    extend(app, 'mails', [{ type: 'bool', name: 'bounced' }]);
    extend(app, 'site_days', [number('mailsBounced', { onlyInt: true })]);
    triggers(app, follow('mails', ['bounced', 'updated'], addBounce, 'site_bounces'));
  },
  () => {
    throw new Error('This migration cannot be reverted: the bounces that were counted would be forgotten.');
  },
);
