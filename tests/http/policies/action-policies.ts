import { everyone, signedIn } from '../answers.ts';
import { emailOf, PASSWORD } from '../people.ts';
import type { World } from '../world.ts';
import { BULK_ACTIONS } from './bulk-action-policies.ts';
import { CASE_ACTIONS } from './case-action-policies.ts';
import { CONVERSATION_ACTIONS } from './conversation-action-policies.ts';
import { DESK_ACTIONS } from './desk-action-policies.ts';
import { DESK_PEOPLE_ACTIONS } from './desk-people-policies.ts';
import { DISCOUNT_ACTIONS } from './discount-action-policies.ts';
import { FOLLOW_ACTIONS } from './follow-action-policies.ts';
import { GUILD_ACTIONS } from './guild-action-policies.ts';
import { LIBRARY_ACTIONS } from './library-action-policies.ts';
import { MEMBERSHIP_ACTIONS } from './membership-action-policies.ts';
import { NOTIFICATION_ACTIONS } from './notification-action-policies.ts';
import {
  type ActionPolicy,
  anySeller,
  anyUser,
  backend,
  buyersRow,
  form,
  newName,
  newRow,
  noInput,
  policy,
  sellersRow,
  withoutPlan,
} from './policy-terms.ts';
import { PROGRAM_ACTIONS } from './program-action-policies.ts';
import { QUESTION_ACTIONS } from './question-action-policies.ts';
import { REVIEW_ACTIONS } from './review-action-policies.ts';

const newShelf = (world: World) =>
  newRow(world, 'shelves', { store: world.stores.seller, name: 'New', slug: newName() });
/** The draft's id and current version. */
const draftSeen = async (world: World) => {
  const { updated } = await backend(world).collection('products').getOne(world.products.draft);
  return { id: world.products.draft, seen: Date.parse(String(updated).replace(' ', 'T')) };
};
const newImport = (world: World, state: 'checked' | 'done') =>
  newRow(world, 'product_imports', {
    store: world.stores.seller,
    state,
    startedAt: state === 'done' ? new Date().toISOString() : '',
  });
const newBacker = (world: World) =>
  newRow(world, 'access_group_people', {
    accessGroup: world.accessGroup.id,
    email: emailOf(newName()),
    state: 'invited',
  });
const cart = ({ products }: World) => ({ productIds: [products.other], codes: [] });
const DEAD = 'a.b.c';
export const anySale = { state: null, productId: null, couponCode: null, buyer: null, from: null, to: null };

export type { ActionPolicy } from './policy-terms.ts';

/** The policy of each action, by its name in the address. */
export const ACTIONS: Record<string, ActionPolicy> = {
  'session.signUp': policy(
    everyone(200),
    () => ({ username: newName(), email: emailOf(newName()), password: PASSWORD }),
    form,
  ),
  'session.signIn': policy(everyone(200), () => ({ email: emailOf('buyer'), password: PASSWORD }), form),
  'session.signOut': policy(everyone(200), () => ({}), { ...form, endsSession: true }),
  'session.requestCode': policy(everyone(200), () => ({ email: emailOf('buyer') }), form),
  'session.signInWithCode': policy(
    everyone(400),
    () => ({ otpId: 'a'.repeat(15), email: emailOf('buyer'), code: '123456' }),
    form,
  ),
  'session.requestVerification': policy(everyone(200), () => ({ email: emailOf('unverified') }), form),
  'session.confirmVerification': policy(everyone(400), () => ({ token: DEAD }), form),
  'session.requestPasswordReset': policy(everyone(200), () => ({ email: emailOf('buyer') }), form),
  'session.confirmPasswordReset': policy(everyone(400), () => ({ token: DEAD, password: PASSWORD }), form),
  'session.confirmEmailChange': policy(everyone(400), () => ({ token: DEAD, password: PASSWORD }), form),

  'withdrawals.ask': policy(
    everyone(200),
    () => ({ number: 'G-2026-ABCD1234', email: emailOf('buyer') }),
    form,
  ),
  'withdrawals.confirm': policy(everyone(400), () => ({ token: DEAD }), form),

  'account.overview': anyUser(noInput),
  'account.changeProfile': anyUser(() => ({ theme: 'dark' })),
  'account.changeAvatar': anyUser(() => ({}), form),
  'account.requestEmailChange': anyUser(() => ({ email: emailOf(newName()), password: PASSWORD })),
  'account.requestVerification': anyUser(noInput),
  'account.changePassword': anyUser(() => ({ oldPassword: PASSWORD, password: `${PASSWORD}, changed` }), {
    endsSession: true,
  }),
  'account.logOutEverywhere': anyUser(noInput, { endsSession: true }),
  'account.deleteAccount': policy(signedIn(401, 400), () => ({
    password: PASSWORD,
    confirmation: 'nobody',
  })),

  ...PROGRAM_ACTIONS,

  'accessGroups.mine': anySeller(noInput),
  'accessGroups.one': sellersRow(({ accessGroup }) => ({ groupId: accessGroup.id })),
  'accessGroups.create': anySeller(() => ({ name: newName() })),
  'accessGroups.change': sellersRow(({ accessGroup }) => ({ groupId: accessGroup.id, name: 'Backers' })),
  // A draft without files is refused to its owner, too; other sellers do not find the group.
  'accessGroups.setProducts': policy(
    signedIn(401, 403, { seller: 409, 'other seller': 404 }),
    ({ accessGroup, products }) => ({
      groupId: accessGroup.id,
      productIds: [products.draft, products.given],
    }),
  ),
  'accessImports.check': sellersRow(({ accessGroup }) => ({
    groupId: accessGroup.id,
    fileName: 'backers.csv',
    rows: [[1, emailOf('another-backer'), '', '']],
  })),
  'accessImports.begin': policy(
    signedIn(401, 403, { seller: 404, 'other seller': 404 }),
    ({ accessGroup }) => ({ groupId: accessGroup.id, importId: 'a'.repeat(15) }),
  ),
  'accessImports.beginAll': policy(
    signedIn(401, 403, { seller: 200, 'other seller': 404 }),
    ({ accessGroup }) => ({
      imports: [{ groupId: accessGroup.id, importId: 'a'.repeat(15) }],
    }),
  ),
  'accessImports.campaigns': anySeller(noInput),
  'accessImports.undoCampaign': policy(signedIn(401, 403, { seller: 404, 'other seller': 404 }), () => ({
    id: 'a'.repeat(15),
  })),
  'accessImports.undo': policy(
    signedIn(401, 403, { seller: 404, 'other seller': 404 }),
    ({ accessGroup }) => ({ groupId: accessGroup.id, importId: 'a'.repeat(15) }),
  ),
  'groupPeople.list': sellersRow(({ accessGroup }) => ({ groupId: accessGroup.id, page: 1 })),
  'groupPeople.figures': sellersRow(({ accessGroup }) => ({ groupId: accessGroup.id })),
  'groupPeople.table': sellersRow(({ accessGroup }) => ({ groupId: accessGroup.id })),
  // A new person each time: no one is mailed twice a day, and other tests mail the whole group.
  'groupPeople.remind': sellersRow(async (world) => ({
    groupId: world.accessGroup.id,
    personId: await newBacker(world),
  })),
  // A group of its own: the world's one has everybody whom other tests have added.
  'groupPeople.remindSome': sellersRow(async (world) => ({
    groupId: await newRow(world, 'access_groups', {
      store: world.stores.seller,
      name: newName(),
      state: 'active',
    }),
  })),
  'groupPeople.newLink': sellersRow(({ accessGroup }) => ({
    groupId: accessGroup.id,
    personId: accessGroup.person,
  })),
  // A new person each time, because the action removes them.
  'groupPeople.remove': sellersRow(async (world) => ({
    groupId: world.accessGroup.id,
    personId: await newBacker(world),
  })),
  'accessGroups.claim': policy(signedIn(401, 404), () => ({ token: 'x'.repeat(32) }), form),
  'businessAccounts.mine': anyUser(() => ({ ask: true })),
  'businessAccounts.open': anySeller(() => ({
    kind: 'individual',
    legalName: 'Tess Seller',
    country: 'US',
    vatId: '',
  })),
  'businessAccounts.page': anySeller(noInput),
  'sellerPlans.mine': anyUser(() => ({ ask: true })),
  'sellerPlans.start': anySeller(() => ({ rhythm: 'monthly' })),
  // No seller in this data has paid for a plan, so there is none to change.
  'sellerPlans.switchOffer': withoutPlan(() => ({ rhythm: 'annual' })),
  'sellerPlans.switch': withoutPlan(() => ({
    rhythm: 'annual',
    when: 'now',
    chargeCents: 1,
    priceCents: 15_000,
    countedAt: null,
  })),
  'sellerPlans.setEnding': withoutPlan(() => ({ ending: true })),
  'sellerPlans.pay': withoutPlan(noInput),
  'sellerPlans.portal': anySeller(noInput),
  'sellerPlans.invoices': anyUser(noInput),

  ...FOLLOW_ACTIONS,
  ...MEMBERSHIP_ACTIONS,
  ...QUESTION_ACTIONS,
  ...REVIEW_ACTIONS,

  ...CASE_ACTIONS,
  ...DESK_ACTIONS,
  ...DESK_PEOPLE_ACTIONS,

  'checkout.quote': policy(everyone(200), (world) => ({ ...cart(world), gift: false })),
  // It costs something.
  'checkout.getFree': policy(signedIn(401, 409), ({ products }) => ({ product: products.other }), form),
  'checkout.checkOut': anyUser((world) => ({ ...cart(world), gift: null, shownCents: 900 })),
  'checkout.isUnpaid': anyUser(({ order }) => ({ orderId: order.id })),
  'checkout.myOrders': anyUser(() => ({ page: 1 })),
  'checkout.myOrder': buyersRow(({ order }) => ({ orderId: order.id })),

  ...DISCOUNT_ACTIONS,

  'gifts.take': policy(signedIn(401, 404), () => ({ token: 'x'.repeat(32) }), form),

  ...CONVERSATION_ACTIONS,
  ...GUILD_ACTIONS,

  ...LIBRARY_ACTIONS,

  'products.found': anySeller(() => ({ text: '', state: null, shelf: null })),
  'products.list': anySeller(() => ({ page: 1, text: '', state: null, shelf: null, sort: 'newest' })),
  'products.one': sellersRow(({ products }) => ({ id: products.draft })),
  'products.choices': anySeller(noInput),
  'products.create': anySeller(() => ({ name: 'A new model' })),
  'products.change': sellersRow(async (world) => ({ ...(await draftSeen(world)), text: { mature: false } })),
  'products.addPicture': policy(
    signedIn(401, 403, { seller: 400, 'other seller': 404 }),
    ({ products }) => ({ id: products.draft, picture: new File(['none'], 'a.png', { type: 'image/png' }) }),
    form,
  ),
  'products.setVideo': policy(
    signedIn(401, 403, { seller: 400, 'other seller': 404 }),
    ({ products }) => ({ id: products.draft, video: new File(['none'], 'a.webm', { type: 'video/webm' }) }),
    form,
  ),
  'products.removeVideo': sellersRow(draftSeen),
  'products.arrangePictures': sellersRow(async (world) => ({ ...(await draftSeen(world)), pictures: [] })),
  'products.takeFiles': policy(signedIn(401, 403, { seller: 404, 'other seller': 404 }), ({ products }) => ({
    id: products.draft,
    files: [{ uploadId: 'a'.repeat(15), role: 'unsupported', scale: null, part: null }],
  })),
  'products.arrangeFiles': sellersRow(async (world) => ({ ...(await draftSeen(world)), files: [] })),
  'products.takeOutFile': policy(signedIn(401, 403, { seller: 409, 'other seller': 404 }), async (world) => ({
    ...(await draftSeen(world)),
    fileId: 'a'.repeat(15),
  })),
  'products.move': policy(signedIn(401, 403, { seller: 409, 'other seller': 404 }), ({ products }) => ({
    id: products.draft,
    verb: 'publish',
  })),
  'preOrders.promise': policy(signedIn(401, 403, { seller: 200, 'other seller': 404 }), ({ products }) => ({
    id: products.draft,
    promisedDay: null,
  })),
  'preOrders.deliver': policy(signedIn(401, 403, { seller: 404, 'other seller': 404 }), ({ products }) => ({
    id: products.draft,
  })),
  'preOrders.cancel': policy(signedIn(401, 404), ({ order }) => ({
    orderId: order.id,
    lineId: 'a'.repeat(15),
  })),
  'productImports.mine': anySeller(noInput),
  'productImports.check': anySeller(() => ({
    fileName: 'products.csv',
    columns: ['name', 'price'],
    rows: [[2, 'A model of a table', '5']],
  })),
  'productImports.write': sellersRow(async (world) => ({ importId: await newImport(world, 'checked') })),
  'productImports.undo': sellersRow(async (world) => ({ importId: await newImport(world, 'done') })),
  ...BULK_ACTIONS,

  ...NOTIFICATION_ACTIONS,

  'payouts.mine': anyUser(noInput),
  'payouts.lines': anySeller(() => ({ payoutId: 'po_none' })),

  'sales.mine': anyUser(() => ({ page: 1, filter: anySale })),
  'sales.figures': anySeller(() => anySale),
  'sales.csv': anySeller(() => anySale),
  'sales.choices': anySeller(noInput),
  'origins.figures': anySeller(() => ({ weeks: 4, productId: null })),
  'origins.csv': anySeller(() => ({ weeks: 4 })),
  'sales.refund': policy(
    signedIn(401, 404, { seller: 200 }),
    ({ sale }) => ({
      orderId: sale.id,
      lineId: sale.line,
      amountCents: 1,
      reason: 'A scratch',
    }),
    { irreversible: true },
  ),

  'shelves.mine': anySeller(noInput),
  'shelves.one': sellersRow(async (world) => ({ id: await newShelf(world) })),
  'shelves.add': anySeller(() => ({ name: 'Ruins', slug: newName(), productIds: [] })),
  'shelves.change': sellersRow(async (world) => ({
    id: await newShelf(world),
    name: 'Ruins',
    slug: newName(),
    productIds: [],
  })),
  // The list matches no seller's shelves.
  'shelves.order': policy(signedIn(401, 403, { seller: 409, 'other seller': 409 }), () => ({
    ids: ['a'.repeat(15)],
  })),
  'shelves.remove': sellersRow(async (world) => ({ id: await newShelf(world) })),

  'stores.mine': anyUser(noInput),
  // The slug is taken, so that no other user gets a store.
  'stores.open': policy(signedIn(401, 409, { unverified: 403, seller: 200, 'other seller': 200 }), () => ({
    name: 'Another',
    slug: 'seller',
  })),
  'stores.change': anySeller(() => ({ tagline: 'Small and proud' })),
  'stores.declare': anySeller(() => ({ kind: 'private' })),
  'legalTexts.agree': anyUser(noInput),
  'stores.picture': anySeller(() => ({ place: 'logo' }), form),
  'stores.move': policy(signedIn(401, 403, { seller: 409, 'other seller': 409 }), () => ({
    to: 'suspended',
  })),
  'stores.showable': anySeller(noInput),
  'stores.stakes': anySeller(noInput),

  'printers.list': anyUser(noInput),
  'printers.save': anyUser(() => ({
    id: null,
    name: 'Mars',
    x: 143,
    y: 89,
    z: 175,
    resinCents: 3500,
    currency: 'EUR',
  })),
  'printers.remove': anyUser(({ products }) => ({ id: products.given })),
  'printers.needs': policy(everyone(200), ({ products }) => ({ productIds: [products.given] })),
  'wishes.list': anyUser(noInput),
  'wishes.has': anyUser(({ products }) => ({ productId: products.other })),
  'wishes.add': anyUser(({ products }) => ({ productId: products.other, wishedAt: 0 })),
  'wishes.switchMails': anyUser(() => ({ off: false })),
  'wishes.remove': anyUser(({ products }) => ({ productId: products.given })),
};
