import { expect } from 'vitest';
import { withLifted, withSuspended } from '../../../../src/data/catalogue/suspensions.ts';
import { membershipOfUser } from '../../../../src/data/guild/guild-members.ts';
import { actingAs } from '../../../../src/data/kernel/actor.ts';
import { transaction } from '../../../../src/data/kernel/transaction.ts';
import { applyGuildHolds } from '../../../../src/server/guild/guild-holds.ts';
import { joined, paidGuild } from '../../guild/guild-commerce.ts';
import type { TestCommerce } from '../commerce.ts';
import type { Flow, StoryEvents } from './call-story.ts';

/** The story of a store that is suspended, which holds its guild and its payouts, and open again. */
export function holdFlows(commerce: TestCommerce, events: StoryEvents): Flow[] {
  const { book } = commerce.standIn.simulator;
  return [
    {
      name: 'a store that is suspended, and open again',
      async prepare() {
        const guild = await paidGuild(commerce);
        const person = await joined(commerce, guild);
        await events.hear();
        const { pb } = commerce;
        const { owner } = await pb.collection('stores').getOne<{ owner: string }>(guild.storeId);
        const operator = { id: owner, name: 'An operator', role: 'operator' } as const;
        const by = () => transaction(actingAs(pb, operator));
        const reason = 'A test.';
        const account = () => book.find('accounts', guild.account);
        const due = async () => (await membershipOfUser(pb, person.id, guild.id))?.nextChargeAt ?? null;
        const before = await due();
        return {
          steps: [
            () =>
              withSuspended(by(), 'stores', { id: guild.storeId, reason }, commerce.now())
                .run()
                .catch(() => null),
            () => applyGuildHolds(commerce),
            async () => {
              await applyGuildHolds(commerce);
              expect(await due()).toBeNull();
              expect(account()?.['payouts_by_hand']).toBe(true);
              await withLifted(by(), 'stores', guild.storeId, commerce.now())
                .run()
                .catch(() => null);
            },
            () => applyGuildHolds(commerce),
            events.hear,
          ],
          async whole() {
            await applyGuildHolds(commerce);
            await applyGuildHolds(commerce);
            expect(await due()).toBe(before);
            expect(account()?.['payouts_by_hand']).toBe(false);
            const paused = book
              .all('subscriptions')
              .filter((row) => row['ended_at'] === null && row['pause_collection'] !== null);
            expect(paused).toEqual([]);
          },
        };
      },
    },
  ];
}
