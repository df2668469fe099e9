import { TRIAL_DAYS } from '../../domain/guild/free-trial.ts';
import { extend } from './collections.ts';
import { count } from './fields.ts';

/** Free trials of tiers, and whether a checkout begins with one. 0: none. */
migrate(
  (app) => {
    const most = Math.max(...TRIAL_DAYS);
    extend(app, 'guild_tiers', [count('trialDays', { max: most })]);
    extend(app, 'guild_joinings', [count('trialDays', { max: most })]);
    // Those to remind of their first charge.
    extend(
      app,
      'guild_members',
      [],
      ["CREATE INDEX guild_members_trials ON guild_members (nextChargeAt) WHERE state = 'trialing'"],
    );
  },
  () => {
    throw new Error('Who joined with a free trial would be forgotten; restore a backup instead.');
  },
);
