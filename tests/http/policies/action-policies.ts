import { everybody, signedIn } from '../answers.ts';
import { emailOf, PASSWORD } from '../people.ts';
import type { World } from '../world.ts';
import { CONVERSATION_ACTIONS } from './conversation-action-policies.ts';
import { FOLLOW_ACTIONS } from './follow-action-policies.ts';
import { GUILD_ACTIONS } from './guild-action-policies.ts';
import { MEMBERSHIP_ACTIONS } from './membership-action-policies.ts';
import { NOTIFICATION_ACTIONS } from './notification-action-policies.ts';
import {
  type ActionPolicy,
  anybody,
  backend,
  buyers,
  form,
  newName,
  newRow,
  nothing,
  ofSeller,
  own,
  planless,
  sellers,
} from './policy-words.ts';
import { QUESTION_ACTIONS } from './question-action-policies.ts';
import { REVIEW_ACTIONS } from './review-action-policies.ts';

const newList = (world: World) =>
  newRow(world, 'library_lists', { user: world.users.buyer, name: newName() });
const newShelf = (world: World) =>
  newRow(world, 'shelves', { store: world.stores.seller, name: 'New', slug: newName() });
/** The draft as its seller sees it now. */
const draftSeen = async (world: World) => {
  const { updated } = await backend(world).collection('products').getOne(world.products.draft);
  return { id: world.products.draft, seen: Date.parse(String(updated).replace(' ', 'T')) };
};
const newCoupon = (world: World) =>
  newRow(world, 'coupons', { store: world.stores.seller, code: newCode(), percent: 10, scope: 'all' });
const newCode = () => newName().slice(2).toUpperCase();
const newCase = (world: World) =>
  newRow(world, 'cases', {
    kind: 'other',
    store: world.stores.seller,
    reporter: 'maker@guildhall.test',
    claim: 'Mine.',
    state: 'open',
  });
/** About something of the seller's, who need not be one for it. */
const sellersOwn = (input: ActionPolicy['input']) => anybody(signedIn(401, 404, { seller: 200 }), input);
const newListed = (world: World) =>
  newRow(world, 'products', {
    store: world.stores.seller,
    name: 'New',
    slug: newName(),
    state: 'published',
    free: true,
  });
const newImport = (world: World, state: 'checked' | 'done') =>
  newRow(world, 'product_imports', {
    store: world.stores.seller,
    state,
    startedAt: state === 'done' ? new Date().toISOString() : '',
  });
/** What a coupon does, as it is sent. */
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
const newBacker = (world: World) =>
  newRow(world, 'access_group_people', {
    accessGroup: world.accessGroup.id,
    email: emailOf(newName()),
    state: 'invited',
  });
const cart = ({ products }: World) => ({ productIds: [products.other], codes: [] });
const DEAD = 'a.b.c';
export const anySale = { state: null, productId: null, couponCode: null, buyer: null, from: null, to: null };

export type { ActionPolicy } from './policy-words.ts';

/** Who is answered what by each action, by its name in the address. */
export const ACTIONS: Record<string, ActionPolicy> = {
  'session.signUp': anybody(
    everybody(200),
    () => ({ username: newName(), email: emailOf(newName()), password: PASSWORD }),
    form,
  ),
  'session.signIn': anybody(everybody(200), () => ({ email: emailOf('buyer'), password: PASSWORD }), form),
  'session.signOut': anybody(everybody(200), () => ({}), form),
  'session.requestCode': anybody(everybody(200), () => ({ email: emailOf('buyer') }), form),
  'session.signInWithCode': anybody(
    everybody(400),
    () => ({ otpId: 'a'.repeat(15), email: emailOf('buyer'), code: '123456' }),
    form,
  ),
  'session.requestVerification': anybody(everybody(200), () => ({ email: emailOf('unverified') }), form),
  'session.confirmVerification': anybody(everybody(400), () => ({ token: DEAD }), form),
  'session.requestPasswordReset': anybody(everybody(200), () => ({ email: emailOf('buyer') }), form),
  'session.confirmPasswordReset': anybody(everybody(400), () => ({ token: DEAD, password: PASSWORD }), form),
  'session.confirmEmailChange': anybody(everybody(400), () => ({ token: DEAD, password: PASSWORD }), form),

  'account.overview': own(nothing),
  'account.changeProfile': own(() => ({ theme: 'dark' })),
  'account.changeAvatar': own(() => ({}), form),
  'account.requestEmailChange': own(() => ({ email: emailOf(newName()), password: PASSWORD })),
  'account.requestVerification': own(nothing),
  'account.changePassword': own(() => ({ oldPassword: PASSWORD, password: `${PASSWORD}, changed` }), {
    ends: true,
  }),
  'account.logOutEverywhere': own(nothing, { ends: true }),
  'account.exportMyData': own(nothing),
  'account.deleteAccount': anybody(signedIn(401, 400), () => ({
    password: PASSWORD,
    confirmation: 'nobody',
  })),

  'accessGroups.mine': sellers(nothing),
  'accessGroups.one': ofSeller(({ accessGroup }) => ({ groupId: accessGroup.id })),
  'accessGroups.create': sellers(() => ({ name: newName() })),
  'accessGroups.change': ofSeller(({ accessGroup }) => ({ groupId: accessGroup.id, name: 'Backers' })),
  // A draft without files is refused also to its owner; another's group is not there.
  'accessGroups.setProducts': anybody(
    signedIn(401, 403, { seller: 409, 'other seller': 404 }),
    ({ accessGroup, products }) => ({
      groupId: accessGroup.id,
      productIds: [products.draft, products.given],
    }),
  ),
  'accessImports.check': ofSeller(({ accessGroup }) => ({
    groupId: accessGroup.id,
    fileName: 'backers.csv',
    rows: [[1, emailOf('another-backer'), '', '']],
  })),
  'accessImports.begin': anybody(
    signedIn(401, 403, { seller: 404, 'other seller': 404 }),
    ({ accessGroup }) => ({ groupId: accessGroup.id, importId: 'a'.repeat(15) }),
  ),
  'accessImports.undo': anybody(
    signedIn(401, 403, { seller: 404, 'other seller': 404 }),
    ({ accessGroup }) => ({ groupId: accessGroup.id, importId: 'a'.repeat(15) }),
  ),
  'groupPeople.list': ofSeller(({ accessGroup }) => ({ groupId: accessGroup.id, page: 1 })),
  'groupPeople.figures': ofSeller(({ accessGroup }) => ({ groupId: accessGroup.id })),
  'groupPeople.table': ofSeller(({ accessGroup }) => ({ groupId: accessGroup.id })),
  // Somebody new each time: nobody is mailed twice in a day, and other proofs mail the whole group.
  'groupPeople.remind': ofSeller(async (world) => ({
    groupId: world.accessGroup.id,
    personId: await newBacker(world),
  })),
  'groupPeople.remindSome': ofSeller(({ accessGroup }) => ({ groupId: accessGroup.id })),
  'groupPeople.newLink': ofSeller(({ accessGroup }) => ({
    groupId: accessGroup.id,
    personId: accessGroup.person,
  })),
  // Somebody who is there no more afterwards, so that everybody asks for the same.
  'groupPeople.remove': ofSeller(async (world) => ({
    groupId: world.accessGroup.id,
    personId: await newBacker(world),
  })),
  'accessGroups.claim': anybody(signedIn(401, 404), () => ({ token: 'x'.repeat(32) }), form),
  'businessAccounts.mine': own(() => ({ ask: true })),
  'businessAccounts.open': sellers(() => ({
    kind: 'individual',
    legalName: 'Tess Seller',
    country: 'US',
    vatId: '',
  })),
  'businessAccounts.page': sellers(nothing),
  'sellerPlans.mine': own(() => ({ ask: true })),
  'sellerPlans.start': sellers(() => ({ rhythm: 'monthly' })),
  // Nobody here ever paid for a plan: there is nothing to change, to keep or to look at.
  'sellerPlans.switchOffer': planless(() => ({ rhythm: 'annual' })),
  'sellerPlans.switch': planless(() => ({
    rhythm: 'annual',
    when: 'now',
    chargeCents: 1,
    priceCents: 15_000,
    countedAt: null,
  })),
  'sellerPlans.setEnding': planless(() => ({ ending: true })),
  'sellerPlans.pay': planless(nothing),
  'sellerPlans.portal': sellers(nothing),
  'sellerPlans.invoices': own(nothing),

  ...FOLLOW_ACTIONS,
  ...MEMBERSHIP_ACTIONS,
  ...QUESTION_ACTIONS,
  ...REVIEW_ACTIONS,

  'cases.list': own(nothing),
  'cases.answer': sellersOwn(async (world) => ({ id: await newCase(world), answer: 'I drew it first.' })),

  // Nobody reports what is his own.
  'reports.make': anybody(
    signedIn(401, 200, { seller: 409 }),
    async (world) => ({
      what: 'product',
      id: await newListed(world),
      kind: 'other',
      text: 'Something is wrong with this one.',
    }),
    form,
  ),
  'reports.list': own(nothing),
  'reports.appeal': sellersOwn(async (world) => ({
    id: await newRow(world, 'cases', {
      kind: 'abuse',
      what: 'message',
      subject: world.order.id,
      accused: world.users.seller,
      claim: 'He was rude.',
      state: 'upheld',
    }),
    appeal: 'It was a joke.',
  })),

  'checkout.quote': anybody(everybody(200), (world) => ({ ...cart(world), gift: false })),
  'checkout.checkOut': own((world) => ({ ...cart(world), gift: null, shownCents: 900 })),
  'checkout.myOrders': own(() => ({ page: 1 })),
  'checkout.myOrder': buyers(({ order }) => ({ orderId: order.id })),

  'coupons.mine': sellers(nothing),
  'coupons.one': ofSeller(async (world) => ({ id: await newCoupon(world) })),
  'coupons.add': sellers(() => ({ code: newCode(), ...DISCOUNT })),
  'coupons.change': ofSeller(async (world) => ({ id: await newCoupon(world), ...DISCOUNT })),
  'coupons.switch': ofSeller(async (world) => ({ id: await newCoupon(world), off: true })),

  'gifts.take': anybody(signedIn(401, 404), () => ({ token: 'x'.repeat(32) }), form),

  ...CONVERSATION_ACTIONS,
  ...GUILD_ACTIONS,

  'library.all': own(nothing),
  'library.one': buyers(({ products }) => ({ productId: products.bought })),
  'library.setPrintState': buyers(({ products }) => ({ productId: products.bought, print: 'printed' })),
  'library.setOnList': buyers(({ products, list }) => ({
    productId: products.bought,
    listId: list,
    on: true,
  })),
  'library.createList': own(() => ({ name: newName() })),
  'library.renameList': buyers(({ list }) => ({ listId: list, name: newName() })),
  'library.deleteList': buyers(async (world) => ({ listId: await newList(world) })),

  'products.list': sellers(() => ({ page: 1, text: '', state: null, shelf: null, sort: 'newest' })),
  'products.one': ofSeller(({ products }) => ({ id: products.draft })),
  'products.choices': sellers(nothing),
  'products.create': sellers(() => ({ name: 'A new model' })),
  'products.change': ofSeller(async (world) => ({
    ...(await draftSeen(world)),
    text: { printNotes: 'Slowly' },
  })),
  'products.addPicture': anybody(
    signedIn(401, 403, { seller: 400, 'other seller': 404 }),
    ({ products }) => ({ id: products.draft, picture: new File(['none'], 'a.png', { type: 'image/png' }) }),
    form,
  ),
  'products.arrangePictures': ofSeller(async (world) => ({ ...(await draftSeen(world)), pictures: [] })),
  'products.takeFiles': anybody(signedIn(401, 403, { seller: 404, 'other seller': 404 }), ({ products }) => ({
    id: products.draft,
    files: [{ uploadId: 'a'.repeat(15), role: 'unsupported', scale: null, part: null }],
  })),
  'products.arrangeFiles': ofSeller(async (world) => ({ ...(await draftSeen(world)), files: [] })),
  'products.takeOutFile': anybody(
    signedIn(401, 403, { seller: 409, 'other seller': 404 }),
    async (world) => ({ ...(await draftSeen(world)), fileId: 'a'.repeat(15) }),
  ),
  'products.move': anybody(signedIn(401, 403, { seller: 409, 'other seller': 404 }), ({ products }) => ({
    id: products.draft,
    verb: 'publish',
  })),
  'productImports.mine': sellers(nothing),
  'productImports.check': sellers(() => ({
    fileName: 'products.csv',
    columns: ['name', 'price'],
    rows: [[2, 'A model of a table', '5']],
  })),
  'productImports.write': ofSeller(async (world) => ({ importId: await newImport(world, 'checked') })),
  'productImports.undo': ofSeller(async (world) => ({ importId: await newImport(world, 'done') })),
  'productsInBulk.table': sellers(nothing),
  // Each product answers for itself: another seller's is not there for him.
  'productsInBulk.change': sellers(({ products }) => ({
    ids: [products.draft],
    deed: { kind: 'tags', tags: ['orc'], on: true },
  })),
  'productsInBulk.putBack': sellers(({ products }) => ({
    products: [{ id: products.draft, way: { kind: 'text', former: { tags: [] }, wrote: { tags: ['orc'] } } }],
  })),

  ...NOTIFICATION_ACTIONS,

  'payouts.mine': own(nothing),
  'payouts.lines': sellers(() => ({ payoutId: 'po_none' })),

  'sales.mine': own(() => ({ page: 1, filter: anySale })),
  'sales.figures': sellers(() => anySale),
  'sales.csv': sellers(() => anySale),
  'sales.choices': sellers(nothing),
  'sales.refund': anybody(
    signedIn(401, 404, { seller: 200 }),
    ({ sale }) => ({
      orderId: sale.id,
      lineId: sale.line,
      amountCents: 1,
      reason: 'A scratch',
    }),
    { final: true },
  ),

  'shelves.mine': sellers(nothing),
  'shelves.one': ofSeller(async (world) => ({ id: await newShelf(world) })),
  'shelves.add': sellers(() => ({ name: 'Ruins', slug: newName(), productIds: [] })),
  'shelves.change': ofSeller(async (world) => ({
    id: await newShelf(world),
    name: 'Ruins',
    slug: newName(),
    productIds: [],
  })),
  // No list of one seller's shelves is another's, and nobody has this one.
  'shelves.order': anybody(signedIn(401, 403, { seller: 409, 'other seller': 409 }), () => ({
    ids: ['a'.repeat(15)],
  })),
  'shelves.remove': ofSeller(async (world) => ({ id: await newShelf(world) })),

  'stores.mine': own(nothing),
  // An address that is taken, so that nobody has a store afterwards who had none.
  'stores.open': anybody(signedIn(401, 409, { unverified: 403, seller: 200, 'other seller': 200 }), () => ({
    name: 'Another',
    slug: 'seller',
  })),
  'stores.change': sellers(() => ({ tagline: 'Small and proud' })),
  'stores.picture': sellers(() => ({ place: 'logo' }), form),
  'stores.move': anybody(signedIn(401, 403, { seller: 409, 'other seller': 409 }), () => ({
    to: 'suspended',
  })),
  'stores.showable': sellers(nothing),

  'wishes.list': own(nothing),
  'wishes.has': own(({ products }) => ({ productId: products.other })),
  'wishes.add': own(({ products }) => ({ productId: products.other, wishedAt: 0 })),
  'wishes.switchMails': own(() => ({ off: false })),
  'wishes.remove': own(({ products }) => ({ productId: products.given })),
};
