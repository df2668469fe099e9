import { signedIn } from '../answers.ts';
import type { World } from '../world.ts';
import {
  type ActionPolicy,
  anySeller,
  anyUser,
  buyersRow,
  newName,
  newRow,
  noInput,
  policy,
  sellersRow,
} from './policy-terms.ts';

const newCoupon = (world: World) =>
  newRow(world, 'coupons', { store: world.stores.seller, code: newCode(), percent: 10, scope: 'all' });
const newCode = () => newName().slice(2).toUpperCase();
/** The discount of a coupon, as it is sent. */
const DISCOUNT = {
  percent: 10,
  fixedCents: null,
  from: null,
  to: null,
  minimumCents: 0,
  maxUses: null,
  maxUsesPerBuyer: null,
  scope: 'all',
  productIds: [],
  shelfIds: [],
};
const newBundle = (world: World) =>
  newRow(world, 'product_bundles', {
    store: world.stores.seller,
    title: 'Bog',
    priceCents: 500,
    products: [],
  });
const newPriced = (world: World) =>
  newRow(world, 'products', {
    ...{ store: world.stores.seller, name: 'Toad', slug: newName(), state: 'draft', priceCents: 500 },
  });

const newRequest = async (world: World) =>
  newRow(world, 'product_partners', {
    ...{ product: await newPriced(world), owner: world.stores.other },
    ...{ store: world.stores.seller, state: 'asked', percent: 30 },
  });

const newUser = (world: World) => {
  const [name, password] = [newName(), 'a password of the tests'];
  const account = { email: `${name}@guildhall.test`, username: name, password, passwordConfirm: password };
  return newRow(world, 'users', { ...account, verified: true });
};
/** Somebody who is asked to work for the seller. */
const newStaff = async (world: World) =>
  newRow(world, 'store_staff', {
    ...{ store: world.stores.seller, user: await newUser(world), roles: ['upload'] },
  });
/** A request of some store to the buyer. */
const newJob = async (world: World) => {
  const slug = newName();
  const store = await newRow(world, 'stores', {
    owner: await newUser(world),
    slug,
    name: slug,
    state: 'open',
  });
  return newRow(world, 'store_staff', { store, user: world.users.buyer, roles: ['upload'] });
};

/** Actions about what makes a seller's products cheaper, about partners, and about the staff of a store. */
export const DISCOUNT_ACTIONS: Record<string, ActionPolicy> = {
  'coupons.mine': anySeller(noInput),
  'coupons.one': sellersRow(async (world) => ({ id: await newCoupon(world) })),
  'coupons.add': anySeller(() => ({ code: newCode(), ...DISCOUNT })),
  'coupons.change': sellersRow(async (world) => ({ id: await newCoupon(world), ...DISCOUNT })),
  'coupons.switch': sellersRow(async (world) => ({ id: await newCoupon(world), off: true })),

  'productBundles.mine': anySeller(noInput),
  // The products belong to the seller.
  'productBundles.save': policy(signedIn(401, 403, { seller: 200, 'other seller': 409 }), async (world) => ({
    ...{ id: null, title: 'Bog folk', priceCents: 800 },
    productIds: [await newPriced(world), await newPriced(world)],
  })),
  'productBundles.remove': sellersRow(async (world) => ({ id: await newBundle(world) })),

  'saleWeeks.mine': anySeller(noInput),
  // No sale week is announced.
  'saleWeeks.join': policy(signedIn(401, 403, { seller: 409, 'other seller': 409 }), () => ({
    ...{ week: 'bog-week', percent: 20, productIds: null },
  })),
  'saleWeeks.leave': anySeller(() => ({ week: 'bog-week' })),

  'storeStaff.mine': anyUser(noInput),
  'storeStaff.deeds': anySeller(() => ({ at: 0, id: 'a'.repeat(15) })),
  // Nobody has this username.
  'storeStaff.ask': policy(signedIn(401, 403, { seller: 409, 'other seller': 409 }), () => ({
    ...{ username: 'nobody-has-this-name', roles: ['upload'] },
  })),
  'storeStaff.change': sellersRow(async (world) => ({ id: await newStaff(world), roles: ['support'] })),
  'storeStaff.agree': buyersRow(async (world) => ({ id: await newJob(world) })),
  'storeStaff.end': policy(signedIn(401, 404, { seller: 200 }), async (world) => ({
    id: await newStaff(world),
  })),
  'storeStaff.workFor': anyUser(() => ({ storeId: null })),

  'productChoices.list': anySeller(({ products }) => ({
    ...{ text: '', among: [products.draft, products.other], after: null },
  })),
  'productPartners.mine': anySeller(noInput),
  // The model belongs to the seller, and nobody has a store at this address.
  'productPartners.ask': policy(signedIn(401, 403, { seller: 409, 'other seller': 404 }), async (world) => ({
    ...{ productId: await newPriced(world), address: 'nobody-has-this-address', percent: 30 },
  })),
  'productPartners.agree': sellersRow(async (world) => ({ id: await newRequest(world), percent: 30 })),
  'productPartners.end': policy(signedIn(401, 403, { seller: 200, 'other seller': 200 }), async (world) => ({
    id: await newRequest(world),
  })),
};
