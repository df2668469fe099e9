import type { CaseState } from '../../../../domain/moderation/case.ts';

/** How a case stands, for whoever is asked for an answer. */
export const STATES_OF_ACCUSED: Record<CaseState, string> = {
  open: 'waits for your answer',
  answered: 'answered, waits for the decision',
  upheld: 'the claim was found right',
  dismissed: 'the claim was dismissed',
  appealed: 'the decision is looked at once more',
};

/** How a case stands, for whoever reported. */
export const STATES_OF_REPORTER: Record<CaseState, string> = {
  open: 'waits for the other side’s answer',
  answered: 'answered, waits for the decision',
  upheld: 'found right',
  dismissed: 'dismissed',
  appealed: 'the decision is looked at once more',
};
