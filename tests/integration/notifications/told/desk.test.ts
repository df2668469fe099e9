import { refundSum, withTakedown } from '../../../../src/data/commerce/takedowns.ts';
import { deskTransaction, giveRole } from '../../../../src/data/identity/roles.ts';
import type { Actor } from '../../../../src/data/kernel/actor.ts';
import { answerCase } from '../../../../src/data/moderation/cases.ts';
import { moveMailing, saveMailing } from '../../../../src/data/notifications/mailings.ts';
import type { User } from '../../../../src/domain/identity/user.ts';
import { tellOfWeek } from '../../../../src/server/catalogue/sale-week-news.ts';
import { refundTakenDown } from '../../../../src/server/commerce/takedowns.ts';
import { suspendOffer, suspendPerson } from '../../../../src/server/desk/staff-deeds.ts';
import { openLeases } from '../../../../src/server/kernel/leases.ts';
import { notifyCases } from '../../../../src/server/moderation/cases.ts';
import { giveNotice } from '../../../../src/server/moderation/notices.ts';
import { openPostingLimits } from '../../../../src/server/moderation/posting-limits.ts';
import { makeReport } from '../../../../src/server/moderation/reports.ts';
import { sendMailings } from '../../../../src/server/notifications/mailings.ts';
import { DESK, EVERYBODY, SALE_WEEK } from './desk-table.ts';
import { playTold, type Stage } from './told.ts';

const DAY = 86_400_000;
const REASON = 'It copies another model.';

async function operator(stage: Stage): Promise<Actor> {
  const { id } = await stage.person('operator');
  const { pb, now } = stage.commerce;
  await giveRole(pb, { userId: id, role: 'operator', givenBy: 'root', now: now() });
  return { id, name: 'operator', role: 'operator' };
}
async function shop(stage: Stage) {
  const store = await stage.store();
  return { store, product: await stage.commerce.product(store, 900, { name: 'Wyrm' }) };
}
/** A case against a model of a store, reported by somebody with an account. */
async function reported(stage: Stage) {
  const { store, product } = await shop(stage);
  const { id, email } = await stage.person('reporter');
  const reporter: User = {
    ...{ id, email, username: 'reporter', avatar: null, verified: true, theme: 'system', showMature: false },
    ...{ hidesAi: false, since: 0, strikes: 0 },
  };
  const accusedId = await stage.ownerOf(store);
  const about = { what: 'product' as const, id: product, name: 'Wyrm', quote: '', accusedId };
  const parts = { ...stage.commerce, postingLimits: openPostingLimits(false) };
  const outcome = await makeReport(
    parts,
    reporter,
    { what: 'product', id: product, kind: 'copyright', text: 'This is my dragon.' },
    { ...about, productId: product, storeId: store },
  );
  if (outcome.is !== 'made') throw new Error(JSON.stringify(outcome));
  await notifyCases(stage.commerce);
  const { pb } = stage.commerce;
  const { id: caseId } = await pb
    .collection('cases')
    .getFirstListItem(pb.filter('product = {:product}', { product }));
  return { store, product, accusedId, caseId };
}

playTold('the desk', DESK, {
  async 'person suspended'(stage) {
    const staff = await operator(stage);
    const { id } = await stage.person('suspect');
    await suspendPerson(stage.commerce, staff, { personId: id, suspend: true, reason: REASON });
  },
  async 'person no longer suspended'(stage) {
    const staff = await operator(stage);
    const { id } = await stage.person('suspect');
    const deed = { personId: id, suspend: true, reason: REASON };
    await stage.before(() => suspendPerson(stage.commerce, staff, deed));
    await suspendPerson(stage.commerce, staff, { ...deed, suspend: false });
  },
  async 'store suspended'(stage) {
    const { store } = await shop(stage);
    const deed = { id: store, suspend: true, reason: REASON };
    await suspendOffer(stage.commerce, await operator(stage), 'stores', deed);
  },
  async 'product suspended'(stage) {
    const { product } = await shop(stage);
    const deed = { id: product, suspend: true, reason: REASON };
    await suspendOffer(stage.commerce, await operator(stage), 'products', deed);
  },
  'report by a person': (stage) => reported(stage),
  async 'case answered'(stage) {
    const { accusedId, caseId } = await stage.before(() => reported(stage));
    await answerCase(stage.commerce.pb, accusedId, caseId, 'I drew it first.', stage.commerce.now());
    await notifyCases(stage.commerce);
  },
  async 'case upheld'(stage) {
    const { caseId } = await stage.before(() => reported(stage));
    const decided = { state: 'upheld', decision: 'We compared both.' };
    await stage.commerce.pb.collection('cases').update(caseId, decided);
    await notifyCases(stage.commerce);
  },
  async takedown(stage) {
    const { pb, now } = stage.commerce;
    const { product, caseId } = await stage.before(async () => {
      const found = await reported(stage);
      const buyer = await stage.person('buyer');
      await stage.bought(found.store, buyer, { productIds: [found.product] });
      return found;
    });
    const by = await operator(stage);
    const steps = deskTransaction(pb, by);
    withTakedown(steps, { caseId, productId: product, sum: await refundSum(pb, product), by }, now());
    await steps.run();
    await refundTakenDown(stage.commerce);
  },
  async 'report without an account'(stage) {
    const { product } = await shop(stage);
    await giveNotice(stage.commerce, {
      ...{ what: 'product', id: product, kind: 'copyright', text: 'This is my dragon.' },
      ...{ name: 'A maker', email: 'maker@guildhall.test', goodFaith: true },
    });
  },
});

playTold('the sellers', SALE_WEEK, {
  async 'sale week'(stage) {
    await shop(stage);
    // Who sells nothing is not asked to join.
    await stage.person('buyer');
    const from = stage.commerce.now() + DAY;
    const week = { name: 'Winter Week', slug: 'winter-week', text: '', from, to: from + 7 * DAY };
    await tellOfWeek(stage.commerce, { ...week, leastPercent: 20 });
  },
});

playTold('everybody', EVERYBODY, {
  async 'mail to everybody'(stage) {
    const { commerce } = stage;
    const staff = await operator(stage);
    await stage.person('reader');
    const text = { subject: 'Our terms change', body: 'Read them.', why: 'You have an account here.' };
    const id = (await saveMailing(commerce.pb, staff, null, text, commerce.now())) ?? '';
    const at = commerce.now() + 1000;
    await moveMailing(commerce.pb, staff, { id, to: 'sending', people: 2 }, at);
    await sendMailings({ ...commerce, leases: openLeases(commerce.pb), now: () => at });
  },
});
