import {
  type ActionPolicy,
  deskChanges,
  deskReads,
  form,
  noInput,
  operatorChanges,
  operatorReads,
} from './policy-terms.ts';

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
  'deskFigures.show': operatorReads(() => ({ step: 'day' })),
  'deskHealth.show': operatorReads(noInput),
  'deskHealth.letters': operatorReads(() => ({ before: null })),
  // Somebody else was faster: there is no such letter any more.
  'deskHealth.retry': operatorChanges(() => ({ kind: 'mail', id: 'a'.repeat(15), seen: '2026-01-01' }), {
    operator: 409,
  }),
  'deskHealth.close': operatorChanges(
    () => ({ kind: 'event', id: 'a'.repeat(15), seen: '2026-01-01', reason: 'Of a test' }),
    { operator: 409 },
  ),
  'deskCodes.request': deskReads(noInput),
  // No such code was mailed; the answer is that of a wrong one.
  'deskCodes.confirm': deskReads(() => ({ codeId: 'a'.repeat(15), code: '123456' }), {
    moderator: 400,
    operator: 400,
    'unconfirmed operator': 400,
  }),
  'siteSettings.read': operatorReads(noInput),
  // Somebody has changed them in the meantime: nothing is stored that other tests would see.
  'siteSettings.change': operatorChanges(() => ({ group: 'banner', seen: 999, value: { text: '' } }), {
    operator: 409,
  }),
  'siteSettings.readLogo': {
    ...operatorReads(() => ({}), { moderator: 400, operator: 400, 'unconfirmed operator': 400 }),
    ...form,
  },
  'siteSettings.find': operatorReads(() => ({ what: 'store', address: '/store/seller' })),
  'spamWords.list': deskReads(noInput),
  'spamWords.add': deskChanges(() => ({ word: 'zzyzx-gold', deed: 'hold', note: '' })),
  'spamWords.remove': deskChanges(() => ({ id: 'a'.repeat(15) })),
};
