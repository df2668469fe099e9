import type PocketBase from 'pocketbase';
import { addProductFile } from '../../src/data/catalogue/product-drafts.ts';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { saveBusinessAccount } from '../../src/data/payments/business-accounts.ts';
import { TEST_CARDS } from '../../src/dev/payments/cards.ts';
import { proofCookieOf } from '../../src/dev/proofs.ts';
import type { DevStack } from '../../src/dev/stack.ts';
import { NO_OPERATOR } from '../../src/domain/kernel/operator.ts';
import { openFolderStore } from '../../src/server/adapters/files/file-store.ts';
import { openPayments } from '../../src/server/adapters/stripe/payments.ts';
import { readSettings } from '../../src/server/app/settings.ts';
import { checkOut } from '../../src/server/commerce/checkout.ts';
import { fulfil } from '../../src/server/commerce/fulfilment.ts';
import { type CommerceContext, orderSeal } from '../../src/server/kernel/commerce-context.ts';
import { newClaimToken } from '../../src/server/library/access-claims.ts';
import { settingStates } from '../dashboard-states.ts';
import {
  cookieOf,
  type DeskRole,
  deskCookie,
  emailOf,
  forgedCookies,
  PEOPLE,
  type Person,
  type Role,
  signedInUser,
} from './people.ts';

/** The data that all HTTP tests share: users, stores, products and orders. */
export interface World {
  /** A saved search of the buyer. */
  savedSearch: string;
  url: string;
  pocketbaseUrl: string;
  service: { email: string; password: string };
  paymentsUrl: string;
  /** The settings by which another site joins the stack. */
  env: Record<string, string>;
  mailUrl: string;
  /** The Cookie header of each role. */
  cookies: Record<Role | DeskRole, string>;
  /**
   * What people send with actions besides: they have just shown who they are. Pages do not get it, because the address that is
   * told of a log-out ends it. What is refused without it is in tests/http/policies/step-up.test.ts.
   */
  fresh: Partial<Record<Role | DeskRole, string>>;
  users: Record<Person, string>;
  /** The stores of the two sellers; their slugs are "seller" and "other-seller". */
  stores: { seller: string; other: string };
  /** `bought` is owned by the buyer, `given` is an unclaimed gift, `draft` is unpublished, `other` is unsold. */
  products: { bought: string; given: string; draft: string; other: string };
  /** The file of `bought`. */
  file: string;
  /** The order of `bought` and its only line. */
  order: { id: string; line: string; sessionId: string };
  /** An order at the seller's store that can be refunded. */
  sale: { id: string; line: string };
  giftToken: string;
  /** The mail about a sale to the buyer. */
  saleMail: string;
  /** An access group of the seller with their draft in it, and a member who has not claimed it. */
  accessGroup: { id: string; person: string; claimToken: string };
  /** The guilds of the two sellers, both drafts. */
  guilds: { seller: string; other: string };
  /** A list in the buyer's library. */
  list: string;
  /** Published posts of the seller: for everybody, and for members. */
  posts: { open: string; members: string };
}

interface Payer {
  id: string;
  email: string;
}
type Present = { email: string; message: string } | null;

/** Fills an empty stack. Purchases go through the real checkout. */
export async function fillWorld(stack: DevStack): Promise<World> {
  const pb = settingStates(serviceClient({ url: stack.pocketbaseUrl, ...stack.service }));
  const { payments, mail } = stack;
  if (!payments) throw new Error('The stack has no payment stand-in.');
  const accounts = new Map<Person, Awaited<ReturnType<typeof signedInUser>>>();
  for (const name of PEOPLE) accounts.set(name, await signedInUser(pb, name, name !== 'unverified'));
  const of = (name: Person) => {
    const account = accounts.get(name);
    if (!account) throw new Error(`nobody is called ${name}`);
    return account;
  };
  const forging = forgedCookies(pb, of('buyer'));
  const store = async (owner: 'seller' | 'other seller'): Promise<string> => {
    const slug = owner.replace(' ', '-');
    const { id } = await pb
      .collection('stores')
      .create({ owner: of(owner).id, slug, name: `Store of ${owner}`, state: 'open' });
    payments.simulator.openAccount(`acct_${slug}`, slug);
    await saveBusinessAccount(pb, id, {
      stripeAccountId: `acct_${slug}`,
      state: 'active',
      plan: 'free',
      kind: 'individual',
      legalName: 'Tess Seller',
      country: 'US',
    });
    return id;
  };
  const stores = { seller: await store('seller'), other: await store('other seller') };
  const product = async (name: string, owner: string, state = 'published'): Promise<string> => {
    const data = { store: owner, name, slug: name, state, priceCents: 900, licences: ['personal'] };
    return (await pb.collection('products').create(data)).id;
  };
  const products = {
    bought: await product('bought', stores.seller),
    given: await product('given', stores.seller),
    draft: await product('draft', stores.seller, 'draft'),
    other: await product('other', stores.other),
  };
  const file = await modelOf(pb, stack, products.bought);
  const commerce = commerceOf(pb, stack);
  const buyer = { id: of('buyer').id, email: emailOf('buyer') };
  const buy = async (who: Payer, productId: string, gift: Present = null) => {
    const cart = { productIds: [productId], codes: [], gift, shownCents: 900 };
    const outcome = await checkOut(commerce, who, cart);
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    const sessionId = outcome.url.split('/').at(-1) ?? '';
    payments.simulator.pay(sessionId, TEST_CARDS[0]);
    await fulfil(commerce, sessionId);
    const filter = pb.filter('order = {:id}', { id: outcome.orderId });
    const line = (await pb.collection('order_lines').getFirstListItem(filter)).id;
    return { id: outcome.orderId, line, sessionId };
  };
  const { mode } = payments.deliveries;
  payments.deliveries.mode = 'drop';
  const order = await buy(buyer, products.bought);
  await buy(buyer, products.given, {
    email: emailOf('friend'),
    message: 'For your new printer',
  });
  const customer = { id: (await signedInUser(pb, 'customer')).id, email: emailOf('customer') };
  const sale = await buy(customer, products.bought);
  payments.deliveries.mode = mode;
  // From the mail that arrived: the stored one has no token any more once it was sent.
  const giftToken = await giftTokenIn(mail, emailOf('friend'));
  const accessGroup = await accessGroupOf(pb, stores.seller, products.draft);
  const list = await pb.collection('library_lists').create({ user: buyer.id, name: 'Next' });
  await pb.collection('wishes').create({ user: buyer.id, product: products.other });
  const looked = new Date().toISOString();
  const savedSearch = await pb.collection('saved_searches').create({
    user: buyer.id,
    name: 'Goblins',
    query: 'query=goblin',
    pace: 'daily',
    lookedFor: looked,
    seenUntil: looked,
  });
  const saleMail = await pb.collection('mails').create({
    mailKey: 'sale:of-the-tests',
    kind: 'sale',
    to: buyer.email,
    subject: 'A sale',
    body: 'Look.',
    state: 'sent',
    sendAfter: new Date().toISOString(),
  });
  const guild = async (owner: string): Promise<string> => {
    const data = { store: owner, name: 'Circle', state: 'draft', grantRule: 'one_per_payment' };
    return (await pb.collection('guilds').create({ ...data, billings: ['monthly'] })).id;
  };
  const post = async (audience: string): Promise<string> => {
    const text = { title: 'News', teaser: '', text: 'Some news.', audience, tiers: '[]', state: 'published' };
    const publishedAt = new Date().toISOString();
    return (await pb.collection('posts').create({ store: stores.seller, ...text, publishedAt })).id;
  };
  const posts = { open: await post('everybody'), members: await post('members') };
  const guilds = { seller: await guild(stores.seller), other: await guild(stores.other) };
  const cookies = Object.fromEntries(
    PEOPLE.map((name) => [name, cookieOf(of(name).token, of(name).record)]),
  ) as Record<Person, string>;
  const fresh = Object.fromEntries(
    await Promise.all(
      PEOPLE.map(async (name) => [name, await proofCookieOf(pb, of(name).id, 'fresh')] as const),
    ),
  );
  return {
    savedSearch: savedSearch.id,
    url: stack.siteUrl,
    pocketbaseUrl: stack.pocketbaseUrl,
    service: stack.service,
    paymentsUrl: payments.url,
    env: stack.env,
    mailUrl: mail.url,
    fresh: { ...fresh, 'buyer from another site': fresh['buyer'] ?? '' },
    cookies: {
      anonymous: '',
      ...(await forging),
      ...cookies,
      'buyer from another site': cookies.buyer,
      moderator: await deskCookie(pb, 'moderator'),
      operator: await deskCookie(pb, 'operator'),
      'unconfirmed operator': await deskCookie(pb, 'unconfirmed operator'),
    },
    users: Object.fromEntries(PEOPLE.map((name) => [name, of(name).id])) as Record<Person, string>,
    stores,
    products,
    file,
    order,
    sale,
    giftToken,
    saleMail: saleMail.id,
    accessGroup,
    guilds,
    posts,
    list: list.id,
  };
}

async function giftTokenIn(mail: DevStack['mail'], email: string): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const token = /\/gift\/([\w-]+)/.exec(mail.mails(email)[0]?.text ?? '')?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no gift was mailed to ${email}`);
}

async function accessGroupOf(pb: PocketBase, store: string, product: string): Promise<World['accessGroup']> {
  const { id } = await pb.collection('access_groups').create({ store, name: 'Backers', state: 'active' });
  await pb.collection('access_group_products').create({ accessGroup: id, product });
  const person = await pb
    .collection('access_group_people')
    .create({ accessGroup: id, email: emailOf('backer'), state: 'invited' });
  const { token, tokenHash } = newClaimToken();
  await pb.collection('claim_links').create({ person: person.id, tokenHash });
  return { id, person: person.id, claimToken: token };
}

/** The smallest valid model: a tetrahedron of 10 mm, as the facets of an STL file. */
const TETRAHEDRON = [
  ['0 0 0', '0 10 0', '10 0 0'],
  ['0 0 0', '10 0 0', '0 0 10'],
  ['0 0 0', '0 0 10', '0 10 0'],
  ['10 0 0', '0 10 0', '0 0 10'],
]
  .map(
    (corners) =>
      `facet normal 0 0 0\nouter loop\n${corners.map((at) => `vertex ${at}\n`).join('')}endloop\nendfacet\n`,
  )
  .join('');

async function modelOf(pb: PocketBase, stack: DevStack, productId: string): Promise<string> {
  const files = await openFolderStore(stack.env['MODELS_DIR'] ?? '');
  async function* bytes() {
    yield Buffer.from(`solid golem\n${TETRAHEDRON}endsolid golem\n`);
  }
  return addProductFile(pb, productId, {
    ...(await files.put(bytes())),
    name: 'golem.stl',
    role: 'unsupported',
    position: 0,
    scale: '32',
    part: null,
    version: 1,
    mesh: null,
  });
}

function commerceOf(pb: PocketBase, stack: DevStack): CommerceContext {
  const settings = readSettings({ ...stack.env }, '/');
  return {
    pb,
    payments: openPayments(settings.payments),
    siteUrl: stack.siteUrl,
    siteName: stack.siteName,
    operator: NO_OPERATOR,
    orderSeal: orderSeal(stack.service.password),
    now: Date.now,
    mailQueued: () => undefined,
    onError: (reason) => {
      throw reason;
    },
  };
}
