import { expect } from 'vitest';
import { withLifted, withSuspended } from '../../../src/data/catalogue/suspensions.ts';
import { actingAs, asSeller } from '../../../src/data/kernel/actor.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { applyGuildHolds } from '../../../src/server/guild/guild-holds.ts';
import { moveStore } from '../../../src/server/guild/store-states.ts';
import type { TestCommerce } from '../commerce/commerce.ts';

export type Way = 'vacation' | 'closed' | 'suspended';

/** The states of stores as the desk and sellers change them, and what people paid and got back at the provider, in cents. */
export interface StoreStory {
  /** Changes the state of a store and runs the jobs. */
  storeIs(store: { storeId: string }, to: Way | 'open'): Promise<void>;
  /** The store opens or goes on vacation, and no job has run yet. */
  storeMoves(
    store: { storeId: string },
    from: 'open' | 'vacation',
    to: 'open' | 'vacation' | 'closed',
  ): Promise<void>;
  ownerOf(store: { storeId: string }): Promise<string>;
  jobs(): Promise<void>;
  charged(person: { email: string }): number;
  refunded(person: { email: string }): number;
  /** How many mails with this in their subject were written to a person. */
  mails(person: { email: string }, subject: string): Promise<number>;
}

export function storeStory(commerce: TestCommerce): StoreStory {
  const { pb } = commerce;
  const { book } = commerce.standIn.simulator;
  const chargesOf = (person: { email: string }) => {
    const customers = book.all('customers').filter((row) => row['email'] === person.email);
    return book.all('charges').filter((row) => customers.some(({ id }) => id === row['customer']));
  };
  const story: StoreStory = {
    async storeIs({ storeId }, to) {
      const now = commerce.now();
      const { state, owner } = await pb
        .collection('stores')
        .getOne<{ state: Way | 'open'; owner: string }>(storeId);
      const steps = transaction(actingAs(pb, { id: owner, name: 'An operator', role: 'operator' }));
      if (to === 'suspended')
        await withSuspended(steps, 'stores', { id: storeId, reason: 'A test.' }, now).run();
      else if (state === 'suspended') await withLifted(steps, 'stores', storeId, now).run();
      else {
        const store = { id: storeId, state, sellerStatus: { kind: 'private' } } as const;
        expect(await moveStore(asSeller(pb, owner), store, to, now)).toBeNull();
      }
      await story.jobs();
    },
    async storeMoves({ storeId }, state, to) {
      const seller = asSeller(pb, await story.ownerOf({ storeId }));
      const store = { id: storeId, state, sellerStatus: { kind: 'private' } } as const;
      expect(await moveStore(seller, store, to, commerce.now())).toBeNull();
    },
    ownerOf: async ({ storeId }) => (await pb.collection('stores').getOne<{ owner: string }>(storeId)).owner,
    async jobs() {
      await applyGuildHolds(commerce);
      await commerce.standIn.deliveries.idle();
      await reconcile(commerce);
    },
    charged: (person) =>
      chargesOf(person).reduce((sum, row) => sum + (row['paid'] === true ? Number(row['amount']) : 0), 0),
    refunded: (person) => chargesOf(person).reduce((sum, row) => sum + Number(row['amount_refunded']), 0),
    mails: async (person, subject) =>
      (
        await pb.collection('mails').getFullList({
          filter: pb.filter('to = {:to} && subject ~ {:subject}', { to: person.email, subject }),
        })
      ).length,
  };
  return story;
}
