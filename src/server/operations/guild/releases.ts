import { z } from 'astro/zod';
import { ownProductIds } from '../../../data/catalogue/product-choices.ts';
import { tiersOfGuild } from '../../../data/guild/guild-tiers.ts';
import type { StoredGuild } from '../../../data/guild/guilds.ts';
import { releaseOfGuild, releasesOfGuild } from '../../../data/guild/releases.ts';
import { PRODUCT_REVIEW } from '../../../domain/catalogue/product-review.ts';
import {
  RELEASE_STATES,
  type Release,
  type ReleaseDraft,
  releaseRefusals,
} from '../../../domain/guild/release.ts';
import type { Refusal } from '../../../domain/kernel/refusal.ts';
import type { App } from '../../app/app.ts';
import { reviewHold } from '../../catalogue/review-hold.ts';
import {
  addRelease,
  moveRelease,
  publishRelease,
  RELEASE_SELLER_MOVES,
  type ReleaseSellerMove,
  removeRelease,
  updateRelease,
} from '../../guild/release-editing.ts';
import { releaseInput } from '../../guild/release-input.ts';
import { sellerGuildAt } from '../../guild/seller-guild.ts';
import { definedOf } from '../../kernel/plain-input.ts';
import { fieldRefused, missing, notFound, refusedBy } from '../../kernel/refusal-error.ts';
import { ANSWERED } from '../kernel/names.ts';
import { type Doer, operation } from '../kernel/operation.ts';
import { cents, count, id, instant, removed, text } from '../kernel/shapes.ts';

/** The releases of a guild. The editor of the page sends whole releases and loads them anew, so those actions are its own. */

const fields = releaseInput
  .omit({ publishAt: true })
  .partial()
  .extend({
    publishAt: z.iso
      .datetime()
      .transform((at) => Date.parse(at))
      .nullable()
      .optional()
      .describe('When a scheduled release is published.'),
  });
const DEEDS = ['publish', ...(Object.keys(RELEASE_SELLER_MOVES) as ReleaseSellerMove[])] as const;

const release = z
  .object({
    id,
    state: z.enum(RELEASE_STATES),
    title: text,
    month: text,
    description: text.describe('Markdown.'),
    productIds: z.array(id),
    tierIds: z.array(id),
    publishAt: instant.nullable(),
    publishedAt: instant.nullable(),
    backCents: cents.nullable(),
    members: count.describe('Members who have it.'),
  })
  .register(ANSWERED, { id: 'Release' });

const shown = (one: Release) => ({ ...one, members: one.reached });

/** The guild of the store. @throws RefusalError where there is none */
async function guildOf({ pb, commerce }: App, { storeId }: Doer): Promise<StoredGuild> {
  const guild = await sellerGuildAt(pb, storeId, commerce.now());
  if (!guild) throw notFound('Start your guild first.');
  return guild;
}

/** @throws RefusalError not_found */
async function ownRelease({ pb }: App, guild: StoredGuild, releaseId: string): Promise<Release> {
  const found = await releaseOfGuild(pb, guild.id, releaseId);
  if (!found) throw missing('release');
  return found;
}

/** @throws RefusalError for a draft that cannot be stored, or names what is not the seller's own */
async function check({ pb }: App, { storeId }: Doer, guild: StoredGuild, draft: ReleaseDraft): Promise<void> {
  for (const [field, sentence] of Object.entries(releaseRefusals(draft))) throw fieldRefused(field, sentence);
  const own = await ownProductIds(pb, storeId, draft.productIds);
  if (!draft.productIds.every((one) => own.has(one)))
    throw fieldRefused('productIds', 'Your store has no such product.');
  const tiers = new Set((await tiersOfGuild(pb, guild.id)).map((tier) => tier.id));
  if (!draft.tierIds.every((one) => tiers.has(one)))
    throw fieldRefused('tierIds', 'Your guild has no such tier.');
}

const SENTENCES = {
  'not-found': 'There is no such {what}.',
  'changed-meanwhile': 'It has changed in the meantime. Reload the page and try again.',
};
const refused = (refusal: Refusal) => refusedBy(refusal, SENTENCES, { what: 'release' });

const holdOf = ({ pb, site }: App, { storeId }: Doer) =>
  reviewHold(pb, storeId, site.get(PRODUCT_REVIEW).scope);

const one = operation({
  summary: 'One release of your guild.',
  who: 'seller',
  api: { method: 'GET', path: '/seller/releases/{release:id}', scope: 'releases.write' },
  input: z.object({ id }),
  answer: release,
  run: async ({ app, doer, input }) => shown(await ownRelease(app, await guildOf(app, doer), input.id)),
});

export const releaseOperations = {
  list: operation({
    summary: 'The releases of your guild, the newest month first, and its tiers.',
    who: 'seller',
    api: { method: 'GET', path: '/seller/releases', scope: 'releases.write' },
    input: z.object({}),
    answer: z
      .object({
        items: z.array(release),
        tiers: z.array(z.object({ id, name: text })).describe('What `tierIds` name.'),
      })
      .register(ANSWERED, { id: 'ReleaseList' }),
    async run({ app, doer }) {
      const guild = await guildOf(app, doer);
      const [own, tiers] = await Promise.all([
        releasesOfGuild(app.pb, guild.id),
        tiersOfGuild(app.pb, guild.id),
      ]);
      return { items: own.map(shown), tiers };
    },
  }),

  one,

  create: operation({
    summary: 'Makes a release as a draft.',
    who: 'seller',
    api: {
      method: 'POST',
      path: '/seller/releases',
      scope: 'releases.write',
      takes: 'NewRelease',
      madeAt: (made: Release) => `/seller/releases/${made.id}`,
    },
    input: fields
      .extend({ title: releaseInput.shape.title, month: releaseInput.shape.month })
      .describe(
        'A month is like 2026-11. `backCents` is its price for people who were no members then; null where it is not sold.',
      ),
    answer: release,
    async run({ app, doer, input }) {
      const guild = await guildOf(app, doer);
      const empty = { description: '', productIds: [], tierIds: [], publishAt: null, backCents: null };
      const draft: ReleaseDraft = { ...empty, ...definedOf(input), title: input.title, month: input.month };
      await check(app, doer, guild, draft);
      const added = await addRelease(app.pb, guild.id, draft, app.commerce.now());
      if ('refusal' in added) throw refused(added.refusal);
      return shown(await ownRelease(app, guild, added.id));
    },
  }),

  change: operation({
    summary: 'Changes the fields that are sent.',
    who: 'seller',
    api: {
      method: 'PATCH',
      path: '/seller/releases/{release:id}',
      scope: 'releases.write',
      takes: 'ReleaseChange',
      matches: one,
    },
    input: fields
      .extend({ id })
      .describe('Fields that are left out stay as they are. Once members have it, a release can only grow.'),
    answer: release,
    async run({ app, doer, input: { id: releaseId, ...sent } }) {
      const guild = await guildOf(app, doer);
      const before = await ownRelease(app, guild, releaseId);
      const { title, month, description, productIds, tierIds, publishAt, backCents } = before;
      const kept = { title, month, description, productIds, tierIds, publishAt, backCents };
      const draft: ReleaseDraft = { ...kept, ...definedOf(sent) };
      await check(app, doer, guild, draft);
      const who = { user: doer, guild };
      const now = app.commerce.now();
      const refusal = await updateRelease(app.pb, who, before.id, draft, now, holdOf(app, doer));
      if (refusal !== null) throw refused(refusal);
      void app.jobs.releases.wake();
      return shown(await ownRelease(app, guild, before.id));
    },
  }),

  move: operation({
    summary: 'Publishes it to its members, schedules or unschedules it, archives or restores it.',
    who: 'seller',
    api: {
      method: 'POST',
      path: '/seller/releases/{release:id}/state',
      scope: 'releases.write',
      takes: 'ReleaseDeed',
      matches: one,
    },
    input: z.object({ id, deed: z.enum(DEEDS) }),
    answer: release,
    async run({ app, doer, input: { id: releaseId, deed } }) {
      const guild = await guildOf(app, doer);
      const who = { user: doer, guild };
      const hold = holdOf(app, doer);
      const refusal =
        deed === 'publish'
          ? await publishRelease(app.commerce, who, releaseId, hold)
          : await moveRelease(app.pb, who, releaseId, deed, app.commerce.now(), hold);
      if (refusal !== null) throw refused(refusal);
      if (deed === 'publish') void app.jobs.releases.wake();
      return shown(await ownRelease(app, guild, releaseId));
    },
  }),

  remove: operation({
    summary: 'Deletes a draft.',
    who: 'seller',
    api: {
      method: 'DELETE',
      path: '/seller/releases/{release:id}',
      scope: 'releases.write',
      matches: one,
    },
    input: z.object({ id }),
    answer: removed,
    async run({ app, doer, input }) {
      const guild = await guildOf(app, doer);
      const refusal = await removeRelease(app.pb, guild.id, input.id);
      if (refusal !== null) throw refused(refusal);
      return { id: input.id };
    },
  }),
};
