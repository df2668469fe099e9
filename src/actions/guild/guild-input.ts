import type { ActionAPIContext } from 'astro:actions';
import { z } from 'astro/zod';
import type { StoredGuild } from '../../data/guild/guilds.ts';
import type { MemberSegment } from '../../data/guild/member-segment.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import { GUILD_LIMITS } from '../../domain/guild/guild.ts';
import { MEMBER_STATES } from '../../domain/guild/member.ts';
import type { Tier } from '../../domain/guild/tier.ts';
import type { User } from '../../domain/identity/user.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { sellerGuildAt } from '../../server/guild/seller-guild.ts';
import { notFound, refusedBy } from '../../server/kernel/refusal-error.ts';
import { seller } from '../catalogue/seller.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { optionalTextInput } from '../kernel/text-input.ts';

/** Input fields, the seller's guild and errors, shared by the guild actions. */

export const recordId = recordIdInput();
export const recordIds = z.array(recordId).max(200);
/** A time until the year 2100, so that it can be stored as a date. */
export const moment = z.number().int().min(0).max(4_102_444_800_000);
export const number = z.number();
/** A picture with its alternative text; no picture removes the stored one. */
export const picture = {
  picture: z.instanceof(File).optional(),
  alt: optionalTextInput(GUILD_LIMITS.alt, `Describe the picture in at most ${GUILD_LIMITS.alt} characters.`),
};

/** The filter fields above the list of members. */
export const segmentInput = z
  .object({
    /** Only characters that occur in usernames and addresses. */
    text: z
      .string()
      .max(100)
      .regex(/^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]*$/u, 'There is no such member.'),
    state: z.enum(MEMBER_STATES).nullable(),
    tierId: recordId.nullable(),
    joinedFrom: moment.nullable(),
  })
  .strict();

export function segmentOf({ text, state, tierId, joinedFrom }: z.infer<typeof segmentInput>): MemberSegment {
  return { text: text.trim(), states: state === null ? [] : [state], tierId, joinedFrom };
}

/**
 * The signed-in seller and their store's guild with its state at this moment. Everything of the guild is looked up by its
 * id, so that nothing of another guild can be found.
 * @throws RefusalError unauthorized, forbidden without a store, not_found without a guild.
 */
export async function sellerGuild(
  context: ActionAPIContext,
): Promise<{ user: User; store: OwnStore; guild: StoredGuild; now: Instant }> {
  const { user, store } = await seller(context);
  const { pb, app } = context.locals;
  const now = app.commerce.now();
  const guild = await sellerGuildAt(pb, store.id, now);
  if (!guild) throw notFound('Start your guild first.');
  return { user, store, guild, now };
}

/** A tier as an option of a select. */
export const tierName = ({ id, name, position, state }: Tier) => ({ id, name, position, state });

const SENTENCES = {
  'not-found': 'There is no such {what}.',
  'changed-meanwhile': 'It has changed in the meantime. Reload the page and try again.',
};
export const notThere = (what: string) => refusalError(what, 'not-found');
export const changedMeanwhile = () => refusalError('', 'changed-meanwhile');

/** What a use case of a guild refused. @param what the noun it is about, such as "release" */
export const refusalError = (what: string, refusal: Refusal) => refusedBy(refusal, SENTENCES, { what });

/** @throws RefusalError if a use case refused. */
export function throwRefusal(what: string, refusal: Refusal | null): void {
  if (refusal !== null) throw refusalError(what, refusal);
}

/** The id of what was added. @throws RefusalError if it was refused. */
export function addedId(what: string, outcome: { id: string } | { refusal: Refusal }): { id: string } {
  if ('refusal' in outcome) throw refusalError(what, outcome.refusal);
  return { id: outcome.id };
}
