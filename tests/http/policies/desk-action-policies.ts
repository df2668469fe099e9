import type { RecordOf } from '../../../src/data/kernel/record.ts';
import type { World } from '../world.ts';
import {
  type ActionPolicy,
  backend,
  beforeFactor,
  deskChanges,
  deskReads,
  form,
  newName,
  newRow,
  noInput,
  operatorChanges,
  operatorReads,
} from './policy-terms.ts';

/** A case about nobody's text, so that no decision is a strike against somebody of the tests. */
const newCase = (world: World) =>
  newRow(world, 'cases', {
    kind: 'other',
    what: 'question',
    subject: 'a'.repeat(15),
    reporter: 'maker@guildhall.test',
    claim: 'Look at this.',
    state: 'open',
  });
/** The answer to a wrong code. */
const WRONG = { moderator: 400, operator: 400, 'unconfirmed operator': 400 };
const DECISION = {
  verdict: 'dismissed',
  ground: 'terms',
  groundText: 'What you may post',
  reason: 'We find nothing here that breaks our rules.',
};

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
  'deskFigures.saleWeeks': operatorReads(() => ({ week: null })),
  'deskFigures.tax': operatorReads(() => ({ year: 2026 })),
  'deskHealth.show': operatorReads(noInput),
  // There is no such letter.
  'deskHealth.letter': operatorReads(() => ({ kind: 'mail', id: 'a'.repeat(15) }), {
    operator: 404,
  }),
  'deskHealth.letters': operatorReads(() => ({ before: null })),
  // Somebody else was faster: there is no such letter any more.
  'deskHealth.retry': operatorChanges(() => ({ kind: 'mail', id: 'a'.repeat(15), seen: '2026-01-01' }), {
    operator: 409,
  }),
  'deskHealth.close': operatorChanges(
    () => ({ kind: 'event', id: 'a'.repeat(15), seen: '2026-01-01', reason: 'Of a test' }),
    { operator: 409 },
  ),

  'deskCases.one': deskReads(async (world) => ({ id: await newCase(world) })),
  'deskCases.refunds': operatorReads(async (world) => ({ id: await newCase(world) })),
  // Nothing is there: no case is opened.
  'deskCases.record': deskChanges(
    () => ({
      ...{ letterId: 'a'.repeat(15), address: '/product/nothing', kind: 'copyright', isHidden: false },
      ...{ text: 'It copies my work.', name: 'Ada', email: '' },
    }),
    { moderator: 400, operator: 400 },
  ),
  'deskCases.decide': deskChanges(async (world) => {
    const id = await newCase(world);
    const { updated } = await backend(world).collection('cases').getOne<RecordOf<'cases'>>(id);
    return { id, seen: updated, ...DECISION, refundCents: null };
  }),
  // There is no such match.
  'deskMatches.one': deskReads(() => ({ id: 'a'.repeat(15) }), {
    moderator: 404,
    operator: 404,
  }),
  'deskMatches.decide': deskChanges(
    () => ({ id: 'a'.repeat(15), outcome: 'different', against: 'newer', claim: '' }),
    { moderator: 404, operator: 404 },
  ),
  'deskQueue.list': deskReads(() => ({ kind: null, after: null })),
  'deskQueue.counts': deskReads(noInput),
  'deskTransparency.show': deskReads(() => ({ from: 0, before: Date.now() })),
  'deskReasons.list': deskReads(noInput),
  'deskReasons.save': deskChanges(() => ({ id: null, title: newName(), ...DECISION })),
  'deskReasons.remove': deskChanges(() => ({ id: 'a'.repeat(15) })),
  'deskFactor.state': beforeFactor(noInput),
  'deskFactor.mail': beforeFactor(noInput),
  // No such code was mailed; the answer is that of a wrong one.
  'deskFactor.begin': beforeFactor(() => ({ codeId: 'a'.repeat(15), code: '123456' }), WRONG),
  // They have not begun to set one up.
  'deskFactor.finish': beforeFactor(() => ({ code: '123456' }), WRONG),
  'deskFactor.confirm': beforeFactor(() => ({ code: '123456' }), WRONG),
  'deskFactor.remove': deskChanges(noInput),
  'deskCategories.list': operatorReads(noInput),
  // Without a name: nothing is added.
  'deskCategories.save': operatorChanges(
    () => ({ id: null, name: '', description: '', parentId: null, slug: '' }),
    { operator: 400 },
  ),
  // No such category.
  'deskCategories.hide': operatorChanges(() => ({ id: 'a'.repeat(15), isHidden: true }), { operator: 409 }),
  'deskCategories.order': operatorChanges(() => ({ parentId: null, ids: ['a'.repeat(15)] }), {
    operator: 409,
  }),
  'deskCategories.merge': operatorChanges(() => ({ fromId: 'a'.repeat(15), intoId: 'b'.repeat(15) }), {
    operator: 409,
  }),
  'deskSearches.list': operatorReads(noInput),
  'deskSearches.preview': operatorReads(() => ({ ...NO_WORDS, query: 'owlbear' }), { operator: 400 }),
  // Without words: nothing is stored.
  'deskSearches.save': operatorChanges(() => NO_WORDS, { operator: 400 }),
  'deskSearches.remove': operatorChanges(() => ({ id: 'a'.repeat(15) })),
  'siteSettings.read': operatorReads(noInput),
  // Somebody has changed them in the meantime: nothing is stored that other tests would see.
  'siteSettings.change': operatorChanges(() => ({ group: 'banner', seen: 999, value: { text: '' } }), {
    operator: 409,
  }),
  'siteSettings.readLogo': {
    ...operatorReads(() => ({}), { operator: 400 }),
    ...form,
  },
  'siteSettings.find': operatorReads(() => ({ what: 'store', address: '/store/seller' })),
  'spamWords.list': deskReads(noInput),
  'spamWords.add': deskChanges(() => ({ word: 'zzyzx-gold', deed: 'hold', note: '' })),
  'spamWords.remove': deskChanges(() => ({ id: 'a'.repeat(15) })),
  'legalTexts.versions': operatorReads(noInput),
  'legalTexts.words': operatorReads(() => ({ name: 'terms', version: 1 })),
  // Too short: nothing is published.
  'legalTexts.publish': operatorChanges(
    () => ({ name: 'terms', seen: 0, body: 'Be kind.', summary: '', inForceAt: Date.now() }),
    { operator: 400 },
  ),
  'mailings.list': operatorReads(noInput),
  'mailings.save': operatorChanges(() => ({ id: null, ...MAILING })),
  'mailings.test': operatorChanges(() => MAILING),
  // No such mailing.
  'mailings.send': operatorChanges(() => ({ id: 'a'.repeat(15), people: 1 }), { operator: 409 }),
  'mailings.stop': operatorChanges(() => ({ id: 'a'.repeat(15) }), { operator: 409 }),
};

const NO_WORDS = { kind: 'same', words: '', target: '', replaces: null };

const MAILING = {
  subject: 'Our terms change',
  body: 'From March on there are new terms. Read them on the site.',
  why: 'You have an account here.',
};
