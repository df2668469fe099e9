import { z } from 'astro/zod';
import type { TokenHolder } from '../../../data/account/api-tokens.ts';
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
import { notFound, RefusalError } from '../../kernel/refusal-error.ts';
import { ANSWERED, TAKEN } from '../../operations/kernel/names.ts';
import { refusedProgram, storeOf } from './refusals.ts';
import { type ApiRoute, privateDelete, privateRead, privateWrite } from './route.ts';
import { removed } from './seller-product-shapes.ts';
import { cents, count, id, moment, momentOrNull, noQuery, text } from './shapes.ts';

const fields = releaseInput.omit({ publishAt: true }).partial();
const publishAt = z.iso
  .datetime()
  .transform((at) => Date.parse(at))
  .nullable()
  .optional()
  .describe('When a scheduled release is published.');
const releaseDraft = fields
  .extend({ title: releaseInput.shape.title, month: releaseInput.shape.month, publishAt })
  .strict()
  .describe(
    'A month is like 2026-11. `backCents` is its price for people who were no members then; null where it is not sold.',
  )
  .register(TAKEN, { id: 'NewRelease' });
const releaseChange = fields
  .extend({ publishAt })
  .strict()
  .describe('Fields that are left out stay as they are. Once members have it, a release can only grow.')
  .register(TAKEN, { id: 'ReleaseChange' });
const DEEDS = ['publish', ...(Object.keys(RELEASE_SELLER_MOVES) as ReleaseSellerMove[])] as const;
const releaseMove = z.strictObject({ deed: z.enum(DEEDS) }).register(TAKEN, { id: 'ReleaseDeed' });

const release = z
  .strictObject({
    id,
    state: z.enum(RELEASE_STATES),
    title: text,
    month: text,
    description: text.describe('Markdown.'),
    productIds: z.array(id),
    tierIds: z.array(id),
    publishAt: moment.nullable(),
    publishedAt: moment.nullable(),
    backCents: cents.nullable(),
    members: count.describe('Members who have it.'),
  })
  .register(ANSWERED, { id: 'Release' });
const releases = z
  .strictObject({
    items: z.array(release),
    tiers: z.array(z.strictObject({ id, name: text })).describe('What `tierIds` name.'),
  })
  .register(ANSWERED, { id: 'ReleaseList' });

const shown = (one: Release): z.input<typeof release> => ({
  id: one.id,
  state: one.state,
  title: one.title,
  month: one.month,
  description: one.description,
  productIds: one.productIds,
  tierIds: one.tierIds,
  publishAt: momentOrNull(one.publishAt),
  publishedAt: momentOrNull(one.publishedAt),
  backCents: one.backCents,
  members: one.reached,
});

/** The guild of the holder's store. @throws RefusalError where there is none */
async function guildOf({ pb, commerce }: App, holder: TokenHolder): Promise<StoredGuild> {
  const guild = await sellerGuildAt(pb, storeOf(holder), commerce.now());
  if (!guild) throw notFound('Start your guild first.');
  return guild;
}

/** @throws RefusalError not_found */
async function ownRelease({ pb }: App, guild: StoredGuild, releaseId = ''): Promise<Release> {
  const found = await releaseOfGuild(pb, guild.id, releaseId);
  if (!found) throw refusedProgram('not-found', 'release');
  return found;
}

/** @throws RefusalError for a draft that cannot be stored, or names what is not the seller's own */
async function check(
  { pb }: App,
  holder: TokenHolder,
  guild: StoredGuild,
  draft: ReleaseDraft,
): Promise<void> {
  const refuse = (field: string, sentence: string) => {
    throw new RefusalError('bad_request', sentence, { field });
  };
  for (const [field, sentence] of Object.entries(releaseRefusals(draft))) refuse(field, sentence);
  const own = await ownProductIds(pb, storeOf(holder), draft.productIds);
  if (!draft.productIds.every((one) => own.has(one))) refuse('productIds', 'Your store has no such product.');
  const tiers = new Set((await tiersOfGuild(pb, guild.id)).map((tier) => tier.id));
  if (!draft.tierIds.every((one) => tiers.has(one))) refuse('tierIds', 'Your guild has no such tier.');
}

/** @throws RefusalError where a use case refused */
function throwRefusal(refusal: Refusal | null): void {
  if (refusal !== null) throw refusedProgram(refusal, 'release');
}

const holdOf = ({ pb, site }: App, holder: TokenHolder) =>
  reviewHold(pb, storeOf(holder), site.get(PRODUCT_REVIEW).scope);

/** A seller's releases, by the rules of the account pages. */
export const RELEASE_ROUTES: readonly ApiRoute[] = [
  privateRead({
    path: '/seller/releases',
    scope: 'releases.write',
    summary: 'The releases of your guild, the newest month first, and its tiers.',
    query: noQuery,
    answer: releases,
    async handle({ app, holder }) {
      const guild = await guildOf(app, holder);
      const [own, tiers] = await Promise.all([
        releasesOfGuild(app.pb, guild.id),
        tiersOfGuild(app.pb, guild.id),
      ]);
      return { items: own.map(shown), tiers: tiers.map(({ id, name }) => ({ id, name })) };
    },
  }),

  privateRead({
    path: '/seller/releases/{release}',
    scope: 'releases.write',
    summary: 'One release of your guild.',
    query: noQuery,
    answer: release,
    handle: async ({ app, holder, params }) =>
      shown(await ownRelease(app, await guildOf(app, holder), params['release'])),
  }),

  privateWrite({
    method: 'POST',
    path: '/seller/releases',
    scope: 'releases.write',
    summary: 'Makes a release as a draft.',
    body: releaseDraft,
    answer: release,
    madeAt: (made) => `/seller/releases/${made.id}`,
    async handle({ app, holder, body }) {
      const guild = await guildOf(app, holder);
      const empty = { description: '', productIds: [], tierIds: [], publishAt: null, backCents: null };
      const draft: ReleaseDraft = { ...empty, ...definedOf(body), title: body.title, month: body.month };
      await check(app, holder, guild, draft);
      const added = await addRelease(app.pb, guild.id, draft, app.commerce.now());
      if ('refusal' in added) throw refusedProgram(added.refusal, 'release');
      return shown(await ownRelease(app, guild, added.id));
    },
  }),

  privateWrite({
    method: 'PATCH',
    path: '/seller/releases/{release}',
    scope: 'releases.write',
    summary: 'Changes the fields that are sent.',
    body: releaseChange,
    answer: release,
    matches: true,
    async handle({ app, holder, params, body, ifMatch }) {
      const guild = await guildOf(app, holder);
      const before = await ownRelease(app, guild, params['release']);
      ifMatch(shown(before));
      const { title, month, description, productIds, tierIds, publishAt, backCents } = before;
      const kept = { title, month, description, productIds, tierIds, publishAt, backCents };
      const draft: ReleaseDraft = { ...kept, ...definedOf(body) };
      await check(app, holder, guild, draft);
      const who = { user: holder, guild };
      const hold = holdOf(app, holder);
      throwRefusal(await updateRelease(app.pb, who, before.id, draft, app.commerce.now(), hold));
      void app.releases.wake();
      return shown(await ownRelease(app, guild, before.id));
    },
  }),

  privateWrite({
    method: 'POST',
    path: '/seller/releases/{release}/state',
    scope: 'releases.write',
    summary: 'Publishes it to its members, schedules or unschedules it, archives or restores it.',
    body: releaseMove,
    answer: release,
    matches: true,
    async handle({ app, holder, params, body: { deed }, ifMatch }) {
      const guild = await guildOf(app, holder);
      const before = await ownRelease(app, guild, params['release']);
      ifMatch(shown(before));
      const { id: releaseId } = before;
      const who = { user: holder, guild };
      const hold = holdOf(app, holder);
      const refusal =
        deed === 'publish'
          ? await publishRelease(app.commerce, who, releaseId, hold)
          : await moveRelease(app.pb, who, releaseId, deed, app.commerce.now(), hold);
      throwRefusal(refusal);
      if (deed === 'publish') void app.releases.wake();
      return shown(await ownRelease(app, guild, releaseId));
    },
  }),

  privateDelete({
    path: '/seller/releases/{release}',
    scope: 'releases.write',
    summary: 'Deletes a draft.',
    answer: removed,
    matches: true,
    async handle({ app, holder, params, ifMatch }) {
      const guild = await guildOf(app, holder);
      const found = await ownRelease(app, guild, params['release']);
      ifMatch(shown(found));
      throwRefusal(await removeRelease(app.pb, guild.id, found.id));
      return { id: found.id };
    },
  }),
];
