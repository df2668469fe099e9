import { type ActionPolicy, deskReads, noInput } from './policy-terms.ts';

/**
 * Policies of the actions of the operator desk. Add a line for each: `deskReads` and `deskChanges` for moderators and
 * operators, `operatorReads` and `operatorChanges` for operators alone.
 */
export const DESK_ACTIONS: Record<string, ActionPolicy> = {
  'deskAudit.list': deskReads(() => ({
    kind: null,
    record: '',
    name: '',
    from: null,
    before: null,
    after: null,
  })),
  'deskCodes.request': deskReads(noInput),
  // No such code was mailed; the answer is that of a wrong one.
  'deskCodes.confirm': deskReads(() => ({ codeId: 'a'.repeat(15), code: '123456' }), {
    moderator: 400,
    operator: 400,
    'unconfirmed operator': 400,
  }),
};
