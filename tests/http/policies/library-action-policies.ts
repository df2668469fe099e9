import { signedIn } from '../answers.ts';
import type { World } from '../world.ts';
import { type ActionPolicy, anyUser, buyersRow, newName, newRow, noInput, policy } from './policy-terms.ts';

const newList = (world: World) =>
  newRow(world, 'library_lists', { user: world.users.buyer, name: newName() });

/** What people do with what they own. */
export const LIBRARY_ACTIONS: Record<string, ActionPolicy> = {
  'library.all': anyUser(noInput),
  'library.words': anyUser(noInput),
  'library.one': buyersRow(({ products }) => ({ productId: products.bought })),
  'library.openLink': buyersRow(({ products, file }) => ({ productId: products.bought, fileId: file })),
  'library.agreeToDelivery': buyersRow(({ products, order }) => ({
    productId: products.bought,
    agreed: [{ id: order.id, wording: '2026-11' }],
  })),
  'library.licenceNumber': policy(signedIn(401, 404), () => ({ grantId: 'a'.repeat(15) })),
  'library.setArchived': buyersRow(({ products }) => ({ productIds: [products.bought], archived: false })),
  'sharedLists.one': anyUser(() => ({ listId: null })),
  'sharedLists.save': buyersRow(({ list }) => ({ listId: list, showsName: true })),
  'sharedLists.stop': anyUser(() => ({ listId: null })),
  'library.seen': buyersRow(({ products }) => ({ productId: products.bought })),
  'library.setPrintState': buyersRow(({ products }) => ({ productId: products.bought, print: 'printed' })),
  'library.setOnList': buyersRow(({ products, list }) => ({
    productId: products.bought,
    listId: list,
    on: true,
  })),
  'library.createList': anyUser(() => ({ name: newName() })),
  'library.renameList': buyersRow(({ list }) => ({ listId: list, name: newName() })),
  'library.deleteList': buyersRow(async (world) => ({ listId: await newList(world) })),
};
