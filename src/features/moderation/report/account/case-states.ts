import type { CaseState } from '../../../../domain/moderation/case.ts';

/** Labels of a case's state for the accused. */
export const STATES_OF_ACCUSED: Record<CaseState, string> = {
  open: 'waiting for your answer',
  answered: 'answered, waiting for the decision',
  upheld: 'the claim was upheld',
  dismissed: 'the claim was dismissed',
  appealed: 'the decision is being reviewed',
};

/** Labels of a case's state for the reporter. */
export const STATES_OF_REPORTER: Record<CaseState, string> = {
  open: 'waiting for the other side’s answer',
  answered: 'answered, waiting for the decision',
  upheld: 'upheld',
  dismissed: 'dismissed',
  appealed: 'the decision is being reviewed',
};
