import { afterAll, beforeAll, expect, it } from 'vitest';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { saveWaiver, waiverOf, waiverOfMember } from '../../../src/data/payments/consents.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const AT = Date.parse('2026-05-01T12:00:00Z');

it('the waiver of a member is that of their newest joining that did not expire', async () => {
  const [userId, guildId] = [newRecordId(), newRecordId()];
  const joinings = [];
  for (const [turn, state] of ['done', 'done', 'expired'].entries()) {
    const id = newRecordId();
    joinings.push(id);
    await transaction(world.pb)
      .exec(
        sql`INSERT INTO guild_joinings (id, guild, tier, [[user]], billing, priceCents, state, expiresAt, created, updated)
          VALUES ({:id}, {:guildId}, '', {:userId}, 'monthly', 500, {:state}, {:at}, {:at}, {:at})`,
        { id, guildId, userId, state, at: dateOf(AT + turn) },
      )
      .run();
    await saveWaiver(world.pb, { joining: id }, `wording ${turn}`, AT + turn);
  }
  expect(await waiverOfMember(world.pb, { userId, guildId })).toEqual({ wording: 'wording 1', at: AT + 1 });
  expect(await waiverOfMember(world.pb, { userId, guildId: newRecordId() })).toBeNull();
  expect(await waiverOf(world.pb, { joining: joinings[0] ?? '' })).toEqual({ wording: 'wording 0', at: AT });
});

it('an order that nobody named has no waiver, and the first one of an order stays', async () => {
  const order = newRecordId();
  await saveWaiver(world.pb, { order }, 'first', AT);
  await saveWaiver(world.pb, { order }, 'second', AT + 1);
  expect(await waiverOf(world.pb, { order })).toEqual({ wording: 'first', at: AT });
  expect(await waiverOf(world.pb, { order: '' })).toBeNull();
  expect(await waiverOf(world.pb, { order: newRecordId() })).toBeNull();
});
