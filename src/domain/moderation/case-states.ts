import { byOperator, type StateTable } from '../kernel/state-table.ts';
import { CASE_STATES, type CaseState } from './case.ts';

/** Who may change the state of a case: it is decided at the desk only. */
export const CASE_STATE_TABLE: StateTable<CaseState> = {
  noun: 'case',
  collection: 'cases',
  states: CASE_STATES,
  changes: [
    // The accused answers, and objects to a decision against them.
    { from: ['open'], to: ['answered'], by: ['person'] },
    { from: ['upheld'], to: ['appealed'], by: ['person'] },
    // A reporter objects; somebody without an account does so by the link in their mail.
    { from: ['dismissed'], to: ['appealed'], by: ['person', 'system'] },
    { from: ['open', 'answered', 'appealed'], to: ['upheld', 'dismissed'], by: ['moderator'] },
    byOperator(CASE_STATES),
  ],
};
