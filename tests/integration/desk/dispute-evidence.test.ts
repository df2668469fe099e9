import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { disputesOfOrder } from '../../../src/data/commerce/disputes.ts';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { queuePage } from '../../../src/data/desk/queue.ts';
import { recordDownloads } from '../../../src/data/library/downloads.ts';
import { saveWaiver } from '../../../src/data/payments/consents.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { holdsOf } from '../../../src/domain/commerce/payout.ts';
import { EVIDENCE_REFUSAL_TEXTS } from '../../../src/domain/payments/dispute.ts';
import { WAIVER_TEXTS, WAIVER_WORDING } from '../../../src/domain/payments/waiver.ts';
import { PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { sellerMoney } from '../../../src/server/commerce/payouts.ts';
import { answerDispute, evidencePack } from '../../../src/server/desk/dispute-answers.ts';
import { deskOrder } from '../../../src/server/desk/order-refunds.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

const DAY_MS = 86_400_000;
const STAFF = { id: 'staff0000000001', name: 'odile', role: 'operator' as const };
let commerce: TestCommerce;
let buyer: { id: string; email: string };
let store = '';
beforeAll(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
  buyer = await commerce.person('mira');
  store = await commerce.store('ash');
});
afterEach(async () => {
  commerce.standIn.fault = 'none';
  await commerce.standIn.deliveries.idle();
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});
afterAll(() => commerce.close());

const providerDispute = (orderId: string) => {
  const { book } = commerce.standIn.simulator;
  const charge = book.all('charges').find((row) => row['transfer_group'] === orderId);
  return book.all('disputes').find((row) => row['charge'] === charge?.id) ?? expect.fail('no dispute');
};

async function bought(outcome: 'pays' | 'disputed'): Promise<{ orderId: string; product: string }> {
  const product = await commerce.product(store, 1000);
  const cart = { productIds: [product], codes: [], gift: null, shownCents: 1000 };
  const placed = await checkOut(commerce, buyer, cart);
  if (placed.kind !== 'pay') throw new Error(JSON.stringify(placed));
  expect(commerce.pay(placed.url, outcome, 'DE')).toBeNull();
  await commerce.standIn.deliveries.idle();
  return { orderId: placed.orderId, product };
}
async function disputed(): Promise<{ orderId: string; disputeId: string; product: string }> {
  const { orderId, product } = await bought('disputed');
  const [dispute] = await disputesOfOrder(commerce.pb, orderId);
  return { orderId, product, disputeId: dispute?.id ?? '' };
}
const waiting = async () =>
  (await queuePage(commerce.pb, { kinds: ['dispute'], after: null, limit: 20, now: commerce.now() })).entries;

describe('the evidence of a disputed order', () => {
  it('holds order, consent, downloads with times, country and earlier orders, and reaches the bank in one press', async () => {
    const before = await bought('pays');
    const { orderId, disputeId, product } = await disputed();
    const downloadAt = commerce.now();
    const file = { userId: buyer.id, productId: product, part: 'all', version: 1, sizeBytes: 123_456 };
    await recordDownloads(commerce.pb, [file], downloadAt);
    await saveWaiver(commerce.pb, { order: orderId }, WAIVER_WORDING, downloadAt);
    const dueAt = Number((providerDispute(orderId)['evidence_details'] as { due_by: number }).due_by) * 1000;
    expect(await waiting()).toMatchObject([{ kind: 'dispute', id: orderId, dueAt }]);
    expect(await deskOrder(commerce, orderId)).toMatchObject({
      disputes: [{ id: disputeId, state: 'open', dueAt, answeredAt: null, refusal: null }],
    });
    expect(
      await answerDispute(commerce, STAFF, { orderId, disputeId, words: 'We wrote to them.' }),
    ).toBeNull();
    const { evidence, status, evidence_details: details } = providerDispute(orderId);
    expect([status, details]).toMatchObject(['under_review', { submission_count: 1 }]);
    const minute = new Date(downloadAt).toISOString().slice(0, 16).replace('T', ' ');
    const earlier = (await storedOrder(commerce.pb, before.orderId))?.order;
    expect(evidence).toMatchObject({
      customer_email_address: buyer.email,
      product_description: expect.stringContaining('by ash Miniatures: $10.00'),
      access_activity_log: expect.stringContaining(`first on ${minute} UTC`),
      refund_policy_disclosure: expect.stringContaining(WAIVER_TEXTS[WAIVER_WORDING] ?? '-'),
      billing_address: expect.stringContaining('Germany'),
      uncategorized_text: expect.stringMatching(/^We wrote to them\.[\s\S]*Germany[\s\S]*\$11\.90, paid/),
    });
    expect(evidence).toMatchObject({
      uncategorized_text: expect.stringContaining(earlier?.id.slice(0, 8).toUpperCase() ?? '-'),
    });
    // The desk has nothing to do any more, the seller reads how it stands, and the audit log names who did it.
    expect(await waiting()).toEqual([]);
    expect(await deskOrder(commerce, orderId)).toMatchObject({
      disputes: [
        { answeredAt: expect.any(Number), answeredBy: 'odile', refusal: EVIDENCE_REFUSAL_TEXTS.answered },
      ],
    });
    const holds = holdsOf(await sellerMoney(commerce, store));
    expect(holds.find(({ reason }) => reason === 'dispute')?.orders[0]?.note).toMatch(
      /^evidence handed in on .*, the bank decides$/,
    );
    const { pb } = commerce;
    const [deed] = await pb
      .collection('audit_log')
      .getFullList({ filter: pb.filter("field = 'dispute.answer' && record = {:orderId}", { orderId }) });
    expect(deed?.['actorName']).toBe('odile');
    commerce.standIn.simulator.closeDispute(String(providerDispute(orderId).id), 'won');
  });

  it('is handed in once, not after its deadline, and not for an order that is not disputed', async () => {
    const { orderId, disputeId } = await disputed();
    const answer = () => answerDispute(commerce, STAFF, { orderId, disputeId, words: '' });
    const other = await bought('pays');
    expect(await answerDispute(commerce, STAFF, { orderId: other.orderId, disputeId, words: '' })).toMatch(
      'no such dispute',
    );
    commerce.later(10 * DAY_MS);
    expect(await answer()).toBe(EVIDENCE_REFUSAL_TEXTS['too-late']);
    commerce.later(-10 * DAY_MS);
    expect(await answer()).toBeNull();
    expect(await answer()).toBe(EVIDENCE_REFUSAL_TEXTS.answered);
    commerce.standIn.simulator.closeDispute(String(providerDispute(orderId).id), 'lost');
    await commerce.standIn.deliveries.idle();
    expect(await answer()).toBe(EVIDENCE_REFUSAL_TEXTS.closed);
  });

  it('that the provider never got can be handed in again, and what was answered there is known here', async () => {
    const { orderId, disputeId } = await disputed();
    const answer = () => answerDispute(commerce, STAFF, { orderId, disputeId, words: '' });
    commerce.standIn.fault = 'error';
    await expect(answer()).rejects.toThrow(PaymentsUnavailable);
    commerce.standIn.fault = 'none';
    expect(await deskOrder(commerce, orderId)).toMatchObject({
      disputes: [{ answeredAt: null, refusal: null }],
    });
    // The answer of the provider is lost on the way: it has the evidence, and its news say so.
    const { deliveries, faults } = commerce.standIn;
    deliveries.mode = 'hold';
    faults.set('lost', 2);
    await expect(answer()).rejects.toThrow(PaymentsUnavailable);
    deliveries.mode = 'send';
    await deliveries.release();
    await deliveries.idle();
    expect(await deskOrder(commerce, orderId)).toMatchObject({
      disputes: [{ answeredAt: expect.any(Number), refusal: EVIDENCE_REFUSAL_TEXTS.answered }],
    });
    commerce.standIn.simulator.closeDispute(String(providerDispute(orderId).id), 'won');
    commerce.errors.length = 0;
  });

  it('is there for nobody else’s order and none that was not paid', async () => {
    expect(await evidencePack(commerce, 'nosuchorder0000', '')).toBeNull();
  });
});
