import { dayText, type Instant } from '../kernel/instant.ts';

/** The texts that an operator can write anew. The built-in ones are version 0. */
export const LEGAL_NAMES = ['terms', 'privacy', 'licensing'] as const;
export type LegalName = (typeof LEGAL_NAMES)[number];

export const LEGAL_TITLES: Record<LegalName, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  licensing: 'Licensing',
};

/** The texts that people agree to when they sign up or buy. */
export const AGREED_TEXTS = ['terms', 'privacy'] as const satisfies readonly LegalName[];

/** The longest text in Markdown, and the longest summary of what changed, in characters. */
export const LEGAL_BODY_MAX = 200_000;
export const LEGAL_SUMMARY_MAX = 500;
const SHORTEST = 200;
const DAY_MS = 86_400_000;
/** How far ahead a text may be announced. */
const AHEAD_DAYS = 365;

/** A version of a text, without its words. */
export interface LegalVersion {
  name: LegalName;
  version: number;
  inForceAt: Instant;
  /** What changed, in a sentence for people who agreed to the one before; "" for nothing. */
  summary: string;
  publishedBy: string;
  publishedAt: Instant;
}

export interface LegalDraft {
  name: LegalName;
  body: string;
  summary: string;
  inForceAt: Instant;
}

/** Why a text cannot be published, by field. @param newest the version before it, if there is one. */
export function legalDraftRefusals(
  { body, inForceAt }: Pick<LegalDraft, 'body' | 'inForceAt'>,
  newest: Pick<LegalVersion, 'inForceAt'> | null,
  now: Instant,
): Partial<Record<'body' | 'inForceAt', string>> {
  const refusals: Partial<Record<'body' | 'inForceAt', string>> = {};
  if (body.trim().length < SHORTEST) refusals.body = `Write at least ${SHORTEST} characters.`;
  if (inForceAt < now - DAY_MS) refusals.inForceAt = 'A text cannot be in force before it is published.';
  else if (inForceAt > now + AHEAD_DAYS * DAY_MS) refusals.inForceAt = 'Choose a day within a year.';
  else if (newest && inForceAt < newest.inForceAt)
    refusals.inForceAt = `The version before it is in force from ${dayText(newest.inForceAt)}: choose that day or a later one.`;
  return refusals;
}

/** The version in force at a moment among those of one text; null for the built-in one. */
export function versionInForce<V extends Pick<LegalVersion, 'version' | 'inForceAt'>>(
  versions: readonly V[],
  now: Instant,
): V | null {
  return versions
    .filter(({ inForceAt }) => inForceAt <= now)
    .reduce<V | null>((newest, one) => (newest && newest.version > one.version ? newest : one), null);
}

/** The texts in force that somebody has not agreed to yet. Nobody is asked about a built-in text. */
export function textsToAgree(
  versions: readonly LegalVersion[],
  agreed: readonly { name: string; version: number }[],
  now: Instant,
): LegalVersion[] {
  return AGREED_TEXTS.flatMap((name) => {
    const current = versionInForce(
      versions.filter((one) => one.name === name),
      now,
    );
    const isAgreed = agreed.some((one) => one.name === name && one.version >= (current?.version ?? 0));
    return current && !isAgreed ? [current] : [];
  });
}
