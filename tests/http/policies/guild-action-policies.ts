import { signedIn } from '../answers.ts';
import { emailOf, PASSWORD } from '../people.ts';
import type { World } from '../world.ts';
import {
  type ActionPolicy,
  anySeller,
  anyUser,
  backend,
  form,
  newName,
  newRow,
  noInput,
  policy,
  sellersRow,
  withoutPlan,
} from './policy-terms.ts';

/** Policies of the actions about a seller's guild. */

/** One tier shared by all rows: a guild has at most twenty. */
function sharedTier(name: string, state: string) {
  let tier: Promise<string> | null = null;
  return (world: World) =>
    (tier ??= newRow(world, 'guild_tiers', {
      guild: world.guilds.seller,
      name,
      state,
      licence: 'personal',
      monthlyCents: 800,
      benefits: [],
    }));
}
const tierOf = sharedTier('Low', 'draft');
const readyTier = sharedTier('Ready', 'draft');
/** A draft on each call: files that run one after another share this module, and another one may have moved the tier. */
const movedTier = async (world: World) => {
  const tier = await readyTier(world);
  await backend(world).collection('guild_tiers').update(tier, { state: 'draft' });
  return tier;
};
const openTier = sharedTier('Open', 'public');
const newRelease = (world: World) =>
  newRow(world, 'releases', {
    guild: world.guilds.seller,
    title: 'A month',
    month: '2026-11',
    state: 'draft',
  });
const newBundle = (world: World) =>
  newRow(world, 'entry_bundles', { guild: world.guilds.seller, name: 'Welcome', state: 'draft' });
const newReward = (world: World) =>
  newRow(world, 'loyalty_rewards', {
    guild: world.guilds.seller,
    name: 'Half a year',
    state: 'draft',
    kind: 'streak',
    months: 6,
  });
/** No two goals of a guild have the same number, and files that run side by side share the guild. */
const newGoal = async (world: World, tries = 20): Promise<string> => {
  const members = 1_000 + Math.floor(Math.random() * 99_000);
  const goal = { guild: world.guilds.seller, members, title: 'A dragon' };
  return newRow(world, 'guild_goals', goal).catch((reason: unknown) => {
    if (tries === 0) throw reason;
    return newGoal(world, tries - 1);
  });
};
const newPoll = (world: World) =>
  newRow(world, 'guild_polls', {
    guild: world.guilds.seller,
    question: 'What comes next?',
    options: ['A dragon', 'A keep'],
    endsAt: new Date(Date.now() + 86_400_000),
  });
const newMember = async (world: World, tierId?: string) => {
  const name = newName();
  const user = await newRow(world, 'users', {
    email: emailOf(name),
    username: name,
    password: PASSWORD,
    passwordConfirm: PASSWORD,
  });
  const tier = tierId ?? (await tierOf(world));
  return newRow(world, 'guild_members', {
    guild: world.guilds.seller,
    tier,
    user,
    state: 'active',
    billing: 'monthly',
    since: '2026-11-01 00:00:00.000Z',
    joinedAt: '2026-11-01 00:00:00.000Z',
  });
};
const anyMember = { text: '', state: null, tierId: null, joinedFrom: null };
const TIER = {
  name: 'High',
  description: '',
  monthlyCents: 900,
  annualCents: null,
  seats: null,
  benefits: ['A model'],
  licence: 'personal',
  includesLower: true,
  earlyBird: null,
  trialDays: 14,
};
const RELEASE = {
  title: 'Another month',
  month: '2026-12',
  description: '',
  productIds: [],
  tierIds: [],
  publishAt: null,
  backCents: null,
};
const BUNDLE = {
  name: 'Come in',
  description: '',
  productIds: [],
  tierIds: [],
  validFrom: null,
  validTo: null,
  minPaidPeriods: 1,
};
/** Files that run side by side add rewards to one guild, which may have only so many. */
async function removeOldRewards(world: World): Promise<void> {
  const rewards = backend(world).collection('loyalty_rewards');
  const filter = `guild = '${world.guilds.seller}' && state = 'draft'`;
  const { items } = await rewards.getList(1, 100, { filter, sort: '-created' });
  for (const { id } of items.slice(10)) await rewards.delete(id).catch(() => undefined);
}

const REWARD = { name: 'A year', kind: 'total', months: 12, productIds: [] };
/** About a row of the seller whose state forbids the action, such as publishing an empty draft. */
const conflictForSeller = (input: ActionPolicy['input']) =>
  policy(signedIn(401, 403, { seller: 409, 'other seller': 404 }), input);
const pictureOf = (input: ActionPolicy['input']) =>
  policy(signedIn(401, 403, { seller: 200, 'other seller': 404 }), input, form);

export const GUILD_ACTIONS: Record<string, ActionPolicy> = {
  'guilds.mine': anyUser(noInput),
  // Each store has one guild, and both exist: empty drafts that cannot go live.
  'guilds.found': withoutPlan(() => ({
    name: 'Circle',
    tagline: '',
    welcome: '',
    grantRule: 'one_per_payment',
    billings: ['monthly'],
    memberDiscountPercent: 0,
  })),
  'guilds.change': anySeller(() => ({ tagline: 'Come in' })),
  'guilds.cover': anySeller(() => ({ alt: '' }), form),
  'guilds.move': withoutPlan(() => ({ to: 'live' })),
  'guilds.pause': withoutPlan(() => ({ pause: null })),

  'guildTiers.mine': anySeller(noInput),
  'guildTiers.add': anySeller(() => TIER),
  'guildTiers.change': sellersRow(async (world) => ({ id: await tierOf(world), ...TIER })),
  'guildTiers.picture': pictureOf(async (world) => ({ id: await tierOf(world) })),
  'guildTiers.move': sellersRow(async (world) => ({ id: await movedTier(world), to: 'public' })),
  'guildTiers.proposePrice': sellersRow(async (world) => ({ id: await tierOf(world) })),
  'guildTiers.order': withoutPlan(() => ({ ids: ['a'.repeat(15)] })),

  'releases.mine': anySeller(noInput),
  'releases.one': sellersRow(async (world) => ({ id: await newRelease(world) })),
  'releases.progress': sellersRow(async (world) => ({ id: await newRelease(world) })),
  'releases.audience': sellersRow(async (world) => ({ id: await newRelease(world) })),
  'releases.add': anySeller(() => RELEASE),
  'releases.change': sellersRow(async (world) => ({ id: await newRelease(world), ...RELEASE })),
  'releases.cover': pictureOf(async (world) => ({ id: await newRelease(world) })),
  'releases.publish': conflictForSeller(async (world) => ({ id: await newRelease(world) })),
  'releases.move': conflictForSeller(async (world) => ({ id: await newRelease(world), deed: 'schedule' })),
  'releases.remove': sellersRow(async (world) => ({ id: await newRelease(world) })),

  'entryBundles.mine': anySeller(noInput),
  'entryBundles.add': anySeller(() => BUNDLE),
  'entryBundles.change': sellersRow(async (world) => ({ id: await newBundle(world), ...BUNDLE })),
  'entryBundles.move': conflictForSeller(async (world) => ({ id: await newBundle(world), to: 'active' })),
  'loyaltyRewards.mine': anySeller(noInput),
  'loyaltyRewards.add': anySeller(async (world) => {
    await removeOldRewards(world);
    return REWARD;
  }),
  'loyaltyRewards.change': sellersRow(async (world) => ({ id: await newReward(world), ...REWARD })),
  'loyaltyRewards.move': conflictForSeller(async (world) => ({ id: await newReward(world), to: 'active' })),

  'guildGoals.mine': anySeller(noInput),
  // A goal lies ahead of the members that the guild has.
  'guildGoals.save': sellersRow(async (world) => {
    const id = await newGoal(world);
    const { members } = await backend(world).collection('guild_goals').getOne(id);
    return { id, members, title: 'A larger dragon', text: '', productId: null, releaseId: null };
  }),
  'guildGoals.remove': sellersRow(async (world) => ({ id: await newGoal(world) })),

  'guildPolls.mine': anySeller(noInput),
  // Both guilds are drafts.
  'guildPolls.ask': withoutPlan(() => ({
    question: 'What comes next?',
    options: ['A dragon', 'A keep'],
    weighted: false,
    days: 7,
  })),
  'guildPolls.end': sellersRow(async (world) => ({ id: await newPoll(world) })),
  // Polls are for members.
  'guildPolls.ofGuild': policy(signedIn(401, 404), ({ guilds }) => ({ guildId: guilds.seller })),
  'guildPolls.vote': policy(signedIn(401, 404), async (world) => ({
    pollId: await newPoll(world),
    choice: 0,
  })),

  'guildMembers.list': anySeller(() => ({ filter: anyMember, after: null })),
  'guildMembers.standing': anySeller(noInput),
  'guildMembers.one': sellersRow(async (world) => ({ id: await newMember(world) })),
  'guildMembers.csv': anySeller(() => anyMember),
  'guildMembers.bringTenure': anySeller(() => ({
    rows: [[2, 'maker@guildhall.test', '3', 'Low']],
    fileName: 'members.csv',
    write: false,
  })),
  'guildMembers.tenureImports': anySeller(noInput),
  'guildMembers.undoTenure': sellersRow(async (world) => ({
    id: await newRow(world, 'tenure_imports', {
      guild: world.guilds.seller,
      fileName: 'members.csv',
      state: 'done',
      changes: [],
      startedAt: new Date(),
    }),
  })),
  'guildMembers.note': sellersRow(async (world) => ({
    id: await newMember(world),
    note: 'Paints well',
    tenureMonths: 3,
  })),
  'guildMembers.give': sellersRow(async (world) => ({
    id: await newMember(world, await openTier(world)),
    months: 1,
    gift: crypto.randomUUID(),
  })),
  'guildMembers.ban': sellersRow(async (world) => ({ id: await newMember(world), banned: true })),
  // The member never paid, so there is nothing to refund.
  'guildMembers.refund': conflictForSeller(async (world) => ({ id: await newMember(world) })),

  'guildLetters.recent': anySeller(noInput),
  'guildLetters.reach': anySeller(() => anyMember),
  // The filter matches no member; sending is covered by tests/data/messaging/broadcasts.test.ts.
  'guildLetters.write': withoutPlan(() => ({
    filter: { ...anyMember, state: 'lapsed', text: 'nobody at all' },
    key: crypto.randomUUID(),
    text: 'Hello',
  })),

  'guildInformation.mine': anySeller(noInput),
  'guildInformation.keep': anySeller(() => ({ blocks: [] })),
  'guildInformation.publish': anySeller(noInput),
  'guildInformation.addPicture': policy(
    signedIn(401, 403, { seller: 400, 'other seller': 400 }),
    () => ({ picture: new File(['none'], 'a.png', { type: 'image/png' }) }),
    form,
  ),
  'guildInformation.welcome': anySeller(() => ({ welcome: 'Sit down' })),
};
