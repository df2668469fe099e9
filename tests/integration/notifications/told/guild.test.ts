import { guildById } from '../../../../src/data/guild/guilds.ts';
import { openCancelLinks } from '../../../../src/server/account/cancel-links.ts';
import { mailCancelLinks, remindOfRenewals } from '../../../../src/server/account/renewals.ts';
import { reconcile } from '../../../../src/server/app/reconciler.ts';
import { tellOfGoals, writeGoal } from '../../../../src/server/guild/guild-goals.ts';
import {
  notifyOfClosing,
  notifyOfPause,
  notifyOfRelease,
  proposePrice,
} from '../../../../src/server/guild/membership-notifications.ts';
import { requestBroadcast, sendBroadcasts } from '../../../../src/server/messaging/broadcasts.ts';
import { openPostingLimits } from '../../../../src/server/moderation/posting-limits.ts';
import { daysPass, joined, paidGuild, release } from '../../guild/guild-commerce.ts';
import { GUILD, GUILD_LATER } from './guild-table.ts';
import { playTold, type Stage } from './told.ts';

const DAY = 86_400_000;
const links = openCancelLinks('a secret of this installation');

/** A guild of the seller `seller-guild` with one member, who pays by month unless said otherwise. */
async function withMember(stage: Stage, how: Parameters<typeof joined>[2] = {}) {
  const guild = await paidGuild(stage.commerce);
  return { guild, member: await joined(stage.commerce, guild, how) };
}
const begun = (stage: Stage, how?: Parameters<typeof joined>[2]) =>
  stage.before(() => withMember(stage, how));
const change = (stage: Stage, id: string, fields: object) =>
  stage.commerce.pb.collection('guilds').update(id, fields);

playTold('a guild', GUILD, {
  joining: (stage) => withMember(stage),
  async release(stage) {
    const { guild, id } = await stage.before(async () => {
      const own = await paidGuild(stage.commerce);
      const published = await release(stage.commerce, own);
      await joined(stage.commerce, own);
      return { guild: own, id: published };
    });
    await notifyOfRelease(stage.commerce, { id, guildId: guild.id });
  },
  async pause(stage) {
    const { guild } = await begun(stage);
    const from = stage.commerce.now() + 20 * DAY;
    await change(stage, guild.id, { pausesAt: new Date(from), resumesAt: new Date(from + 30 * DAY) });
    await notifyOfPause(stage.commerce, guild.id);
  },
  async 'another price'(stage) {
    const { guild } = await begun(stage);
    await stage.commerce.pb.collection('guild_tiers').update(guild.tiers.low, { monthlyCents: 900 });
    await proposePrice(stage.commerce, guild.id, guild.tiers.low);
  },
  async closing(stage) {
    const { guild } = await begun(stage);
    await change(stage, guild.id, { state: 'closing', closingAt: new Date(stage.commerce.now() + 30 * DAY) });
    await notifyOfClosing(stage.commerce, guild.id);
  },
  async goal(stage) {
    const { commerce } = stage;
    await stage.before(async () => {
      const { guild } = await withMember(stage);
      const stored = await guildById(commerce.pb, guild.id);
      if (!stored) throw new Error('no guild');
      const draft = { members: 2, title: 'A dragon', text: '', productId: null, releaseId: null };
      if ((await writeGoal(commerce.pb, stored, null, draft, commerce.now())) !== null)
        throw new Error('the goal was refused');
      await joined(commerce, guild);
    });
    await tellOfGoals(commerce);
  },
  async letter(stage) {
    const { guild } = await begun(stage);
    const parts = { ...stage.commerce, postingLimits: openPostingLimits(false) };
    await requestBroadcast(
      parts,
      { id: guild.id, storeId: guild.storeId },
      {
        ...{ author: { id: await stage.ownerOf(guild.storeId), strikes: 0 }, key: crypto.randomUUID() },
        ...{ text: 'Hello', segment: { text: '', states: [], tierId: null } },
      },
    );
    await sendBroadcasts(parts);
  },
  async 'yearly renewal'(stage) {
    const { member } = await begun(stage, { billing: 'annual' });
    const { pb } = stage.commerce;
    const row = await pb.collection('guild_members').getFirstListItem(pb.filter('user = {:id}', member));
    const nextChargeAt = new Date(stage.commerce.now() + 20 * DAY);
    await pb.collection('guild_members').update(row.id, { nextChargeAt });
    await remindOfRenewals(stage.commerce, links);
  },
  async 'cancelling without signing in'(stage) {
    const { member } = await begun(stage);
    await mailCancelLinks(stage.commerce, links, member.email);
  },
});

// Time passes here, also for the members of other scenes.
playTold('a guild, a month later', GUILD_LATER, {
  async 'payment failed'(stage) {
    await begun(stage, { card: 'later' });
    await daysPass(stage.commerce, 31);
    await reconcile(stage.commerce);
  },
});
