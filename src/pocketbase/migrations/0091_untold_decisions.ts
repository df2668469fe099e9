import { sql, triggers } from './collections.ts';

/**
 * A decision that is changed counts as not told, also where it is typed into the dashboard: changed back before the job ran,
 * the state was the one that was told last, and other words of a decision were told to nobody.
 */
migrate(
  (app) =>
    triggers(app, {
      cases_tell_again: `AFTER UPDATE OF state, decision ON cases
        WHEN new.toldState = new.state AND new.toldState = old.toldState AND new.state IN ('upheld', 'dismissed')
          AND (new.state <> old.state OR new.decision <> old.decision) BEGIN
        UPDATE cases SET toldState = '' WHERE id = new.id; END`,
    }),
  (app) => sql(app, 'DROP TRIGGER cases_tell_again'),
);
