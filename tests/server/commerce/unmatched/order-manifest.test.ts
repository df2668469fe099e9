import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CART_LIMIT } from '../../../../src/domain/commerce/cart.ts';
import {
  manifestIn,
  notesOf,
  type OrderManifest,
} from '../../../../src/server/commerce/unmatched/order-manifest.ts';
import { openSeal } from '../../../../src/server/kernel/seal.ts';

const seal = openSeal('a password', 'tests');
const id = fc.stringMatching(/^[a-z0-9]{15}$/);
const cents = fc.integer({ min: 0, max: 1_000_000 });
const line = fc.record({
  product: id,
  store: id,
  free: fc.boolean(),
  list: cents,
  discount: cents,
  member: fc.option(fc.integer({ min: 1, max: 100 })),
  release: fc.option(fc.string({ maxLength: 80 })),
  coupon: fc.option(id),
  code: fc.option(fc.string({ maxLength: 20 })),
  paid: cents,
  percent: fc.integer({ min: 0, max: 100 }),
  licences: fc.constantFrom<OrderManifest['lines'][number]['licences']>(
    ['personal'],
    ['personal', 'merchant'],
  ),
  text: fc.stringMatching(/^[0-9a-f]{64}$/),
});
const manifest: fc.Arbitrary<OrderManifest> = fc.record({
  buyer: id,
  email: fc.emailAddress(),
  fingerprint: fc.stringMatching(/^[0-9a-f]{64}$/),
  total: cents,
  gift: fc.option(
    fc.record({ email: fc.emailAddress(), message: fc.string({ maxLength: 500, unit: 'grapheme' }) }),
  ),
  membership: fc.constant(null),
  placedAt: fc.integer({ min: 0, max: 4e12 }),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
});

it('an order comes back from its payment page as it went there, in texts that the provider takes', () => {
  fc.assert(
    fc.property(id, manifest, (orderId, order) => {
      const notes = notesOf(seal, orderId, order) ?? {};
      expect(Object.keys(notes).length).toBeLessThanOrEqual(48);
      for (const note of Object.values(notes)) expect(note.length).toBeLessThanOrEqual(500);
      expect(manifestIn(seal, orderId, { ...notes, order: orderId })).toEqual(order);
    }),
    { numRuns: 100 },
  );
});

it('the same order makes the same texts, so that the provider takes a repeated request for the same', () => {
  const [order] = fc.sample(manifest, 1);
  if (order) expect(notesOf(seal, 'a', order)).toEqual(notesOf(seal, 'a', order));
});

it('an order of the most products fits', () => {
  const [order] = fc.sample(manifest, 1);
  // Each wording of the licences is one of three, and a code belongs to a coupon of a store.
  const texts = fc.sample(fc.stringMatching(/^[0-9a-f]{64}$/), 3);
  const lines = fc.sample(line, CART_LIMIT).map((one, at) => ({ ...one, text: texts[at % 3] ?? '' }));
  const notes = order && notesOf(seal, 'a', { ...order, lines });
  expect(notes && manifestIn(seal, 'a', notes)?.lines).toEqual(lines);
});

it('what was changed, cut, sealed elsewhere or for another order says nothing', () => {
  const [order] = fc.sample(manifest, 1);
  const notes = (order && notesOf(seal, 'a', order)) ?? {};
  const first = notes['order_0'] ?? '';
  expect(manifestIn(seal, 'b', notes)).toBeNull();
  expect(manifestIn(openSeal('another', 'tests'), 'a', notes)).toBeNull();
  expect(
    manifestIn(seal, 'a', {
      ...notes,
      order_0:
        `${first.slice(0, 40)}A${first.slice(41)}` === first
          ? 'A'
          : `${first.slice(0, 40)}A${first.slice(41)}`,
    }),
  ).toBeNull();
  expect(manifestIn(seal, 'a', { ...notes, order_0: first.slice(1) })).toBeNull();
  expect(manifestIn(seal, 'a', {})).toBeNull();
});
