import {
  POSTING_LIMITS,
  type PostingKind,
  RESTRICTED_COST,
} from '../../../src/domain/moderation/posting-limits.ts';
import { ADDRESSED_LIMITS } from '../../../src/domain/notifications/addressed-mail.ts';
import type { Way } from '../../../src/server/identity/sign-in-limits.ts';
import { type DeskRole, emailOf, PASSWORD, type Role } from '../people.ts';
import { GUILD_ACTIONS } from '../policies/guild-action-policies.ts';
import { type ActionPolicy, newName, newRow } from '../policies/policy-terms.ts';
import { REVIEW_ACTIONS } from '../policies/review-action-policies.ts';
import type { World } from '../world.ts';

/** What is counted: ways of signing in, kinds of posts, and what has a counter of its own. */
export type Counted =
  | Way
  | PostingKind
  | 'api-token'
  | 'webhook-message'
  | 'withdrawal'
  | 'new-address'
  | 'coupon';

/** One action that is counted; what it sends is the input of its policy unless it is given here. */
export interface LimitedCall {
  action: string;
  as: Role | DeskRole;
  input?: (world: World) => unknown;
  /** Where the refusal is one of several for which the action has one status; 429 otherwise. */
  refusal?: { status: 409; says: RegExp };
}

export interface LimitRow {
  /** So many are let through; the next one is not. */
  lets: number;
  /** Who uses the count up. */
  first: LimitedCall;
  /** Who shares the count: refused at once. */
  others?: LimitedCall[];
}

/** Of an account that is new, as all of the tests are. */
const ofNew = (kind: PostingKind) => Math.floor(POSTING_LIMITS[kind][0].most / RESTRICTED_COST);
const sameEmail = () => {
  const email = emailOf(newName());
  return () => ({ email });
};
const png = () => new File(['none'], 'a.png', { type: 'image/png' });
const wrongPassword = () => ({ by: 'password', password: 'not theirs' });
const WRONG_CODE = { code: '12345678', codeId: 'a'.repeat(15) };
const WAIT = /Please try again in/;
const conflict = { status: 409, says: WAIT } as const;
const newPerson = async (world: World) => {
  const [name, password] = [newName(), 'a password of the tests'];
  const account = { email: emailOf(name), username: name, password, passwordConfirm: password };
  return { id: await newRow(world, 'users', { ...account, verified: true }), name };
};
const newStore = async (world: World) => {
  const { id, name } = await newPerson(world);
  return newRow(world, 'stores', { owner: id, slug: name, name, state: 'open' });
};
/** A conversation of the seller's store in which nobody has written yet. */
const newConversation = async (world: World) =>
  newRow(world, 'conversations', { buyer: (await newPerson(world)).id, store: world.stores.seller });
/** With a text that nobody has sent before. */
const ownReview = async (world: World) => ({
  ...((await REVIEW_ACTIONS['reviews.write']?.input(world)) as object),
  text: `Crisp at 50 microns: ${newName()}.`,
});
/** What an action is sent, with a picture besides. */
const withPicture = (policies: Record<string, ActionPolicy>, action: string) => async (world: World) => ({
  ...((await policies[action]?.input(world)) as object),
  ...{ picture: png(), alt: '' },
});
const wrongCodes = (count: number) => Array.from({ length: count }, () => newName().slice(2).toUpperCase());
const given = async (world: World) => {
  const { email, ...notice } = {
    what: 'product',
    id: world.products.bought,
    kind: 'other',
    goodFaith: 'true',
    email: '',
  };
  return { ...notice, text: 'Something is wrong with this one.', name: 'A visitor', email };
};
const sameNotice = () => {
  const email = emailOf(newName());
  return async (world: World) => ({ ...(await given(world)), email });
};

/** Every limit of the site that an action counts, with every action that counts it. */
export const LIMITS: Partial<Record<Counted, LimitRow | LimitRow[]>> = {
  password: {
    lets: 10,
    first: {
      action: 'session.signIn',
      as: 'anonymous',
      input: () => ({ email: 'nobody-at-all@guildhall.test', password: 'a wrong password' }),
    },
  },
  confirmation: {
    lets: 10,
    first: { action: 'stepUps.confirm', as: 'other buyer', input: wrongPassword },
    others: [
      {
        action: 'account.requestEmailChange',
        as: 'other buyer',
        input: () => ({ email: emailOf(newName()), password: 'not theirs' }),
      },
      {
        action: 'account.changePassword',
        as: 'other buyer',
        input: () => ({ oldPassword: 'not theirs', password: `${PASSWORD}, changed` }),
      },
      {
        action: 'account.deleteAccount',
        as: 'other buyer',
        input: () => ({ password: 'not theirs', confirmation: 'other-buyer' }),
      },
    ],
  },
  'email-change': { lets: 10, first: { action: 'session.confirmEmailChange', as: 'anonymous' } },
  'code-entry': { lets: 20, first: { action: 'session.signInWithCode', as: 'anonymous' } },
  code: { lets: 5, first: { action: 'session.requestCode', as: 'anonymous', input: sameEmail() } },
  reset: { lets: 5, first: { action: 'session.requestPasswordReset', as: 'anonymous', input: sameEmail() } },
  verification: {
    lets: 5,
    first: { action: 'session.requestVerification', as: 'anonymous', input: sameEmail() },
  },
  'sign-up': {
    lets: 5,
    first: {
      action: 'session.signUp',
      as: 'anonymous',
      input: () => ({ username: newName(), email: 'signs-up@guildhall.test', password: PASSWORD }),
    },
  },
  'own-code': {
    lets: 5,
    first: { action: 'stepUps.mail', as: 'unconfirmed operator' },
    others: [{ action: 'deskFactor.mail', as: 'unconfirmed operator' }],
  },
  'own-code-entry': {
    lets: 20,
    first: { action: 'deskFactor.begin', as: 'unconfirmed operator', input: () => WRONG_CODE },
    others: [
      { action: 'stepUps.confirm', as: 'unconfirmed operator', input: () => ({ by: 'mail', ...WRONG_CODE }) },
    ],
  },
  factor: {
    lets: 8,
    first: { action: 'deskFactor.confirm', as: 'unconfirmed operator' },
    others: [
      { action: 'deskFactor.finish', as: 'unconfirmed operator' },
      { action: 'stepUps.confirm', as: 'unconfirmed operator', input: () => ({ by: 'app', code: '123456' }) },
    ],
  },
  notice: { lets: 3, first: { action: 'notices.give', as: 'anonymous', input: sameNotice() } },
  'notice-network': {
    lets: 10,
    first: {
      action: 'notices.give',
      as: 'anonymous',
      input: async (world) => ({ ...(await given(world)), email: emailOf(newName()) }),
    },
  },

  message: { lets: ofNew('message'), first: { action: 'conversations.send', as: 'buyer' } },
  conversation: {
    lets: ofNew('conversation'),
    first: {
      action: 'conversations.send',
      as: 'seller',
      input: async (world) => ({ id: await newConversation(world), key: crypto.randomUUID(), text: 'Hello' }),
    },
    others: [
      {
        action: 'storeStaff.ask',
        as: 'seller',
        input: async (world) => ({ username: (await newPerson(world)).name, roles: ['upload'] }),
        refusal: conflict,
      },
      {
        action: 'productPartners.ask',
        as: 'seller',
        input: async (world) => ({ productId: world.products.draft, address: 'other-seller', percent: 30 }),
        refusal: conflict,
      },
    ],
  },
  question: {
    lets: ofNew('question'),
    first: { action: 'posts.comment', as: 'buyer', refusal: conflict },
    others: [
      {
        action: 'questions.ask',
        as: 'buyer',
        input: ({ products }) => ({ productId: products.other, text: 'Does it come with a base?' }),
        refusal: conflict,
      },
    ],
  },
  answer: {
    lets: ofNew('answer'),
    first: { action: 'questions.answer', as: 'seller', refusal: conflict },
    others: [{ action: 'reviews.answer', as: 'seller' }],
  },
  review: { lets: ofNew('review'), first: { action: 'reviews.write', as: 'buyer', input: ownReview } },
  post: { lets: ofNew('post'), first: { action: 'posts.publish', as: 'seller', refusal: conflict } },
  report: { lets: ofNew('report'), first: { action: 'reports.make', as: 'buyer', refusal: conflict } },
  follow: {
    lets: ofNew('follow'),
    first: {
      action: 'savedSearches.putBack',
      as: 'buyer',
      // Somebody has few searches: most of these are refused, and counted all the same.
      input: () => ({ name: newName(), query: `query=${newName()}`, pace: 'off', savedAt: 0 }),
    },
    others: [
      { action: 'savedSearches.save', as: 'buyer' },
      {
        action: 'follows.add',
        as: 'buyer',
        input: async (world) => ({ storeId: await newStore(world), followedAt: 0 }),
      },
      { action: 'follows.choose', as: 'buyer', input: async (world) => ({ storeId: await newStore(world) }) },
    ],
  },
  upload: [
    {
      lets: ofNew('upload'),
      first: { action: 'account.changeAvatar', as: 'seller', input: () => ({ picture: png() }) },
      others: [
        { action: 'products.addPicture', as: 'seller' },
        { action: 'products.setVideo', as: 'seller' },
        { action: 'stores.picture', as: 'seller', input: () => ({ place: 'logo', picture: png() }) },
        ...['guilds.cover', 'guildTiers.picture', 'releases.cover'].map((action) => ({
          ...{ action, as: 'seller' as const, input: withPicture(GUILD_ACTIONS, action) },
        })),
        { action: 'guildInformation.addPicture', as: 'seller' },
      ],
    },
    {
      lets: ofNew('upload'),
      first: { action: 'account.changeAvatar', as: 'buyer', input: () => ({ picture: png() }) },
      others: [{ action: 'reviews.addPhoto', as: 'buyer' }],
    },
    {
      lets: ofNew('upload'),
      first: { action: 'account.changeAvatar', as: 'operator', input: () => ({ picture: png() }) },
      others: [
        {
          action: 'siteSettings.readLogo',
          as: 'operator',
          input: () => ({ picture: png() }),
        },
      ],
    },
  ],

  'api-token': { lets: 20, first: { action: 'apiTokens.make', as: 'buyer' } },
  'webhook-message': {
    lets: 60,
    first: { action: 'webhooks.test', as: 'seller' },
    others: [{ action: 'webhooks.replay', as: 'seller' }],
  },
  withdrawal: { lets: 10, first: { action: 'withdrawals.ask', as: 'anonymous' } },
  'new-address': {
    lets: ADDRESSED_LIMITS['email-change'].sender,
    first: { action: 'account.requestEmailChange', as: 'unverified' },
  },
  coupon: {
    lets: 30,
    first: {
      action: 'checkout.quote',
      as: 'buyer',
      input: ({ products }) => ({ productIds: [products.other], codes: wrongCodes(1), gift: false }),
    },
    others: [
      {
        action: 'checkout.checkOut',
        as: 'buyer',
        input: ({ products }) => ({
          ...{ productIds: [products.other], codes: wrongCodes(1), gift: null, shownCents: 900 },
        }),
      },
    ],
  },
};
