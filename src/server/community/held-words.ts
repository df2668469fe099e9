import type PocketBase from 'pocketbase';
import { hasBought } from '../../data/commerce/orders.ts';
import { openCaseWith, type Reportable, spamWords } from '../../data/moderation/reports.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { linksOf, type SpamJudgement, spamJudgement } from '../../domain/moderation/spam.ts';

/**
 * Whether words look like advertising: by the operator's list, by links of people who never bought anything, and by the
 * same words said to many.
 * @param elsewhere to how many others he said them within a day.
 */
export async function judgeWords(
  { pb, siteUrl }: { pb: PocketBase; siteUrl: string },
  { userId, text, elsewhere }: { userId: string; text: string; elsewhere: number },
): Promise<SpamJudgement> {
  const { host } = new URL(siteUrl);
  const [words, bought] = await Promise.all([
    spamWords(pb),
    // Most words hold no link, and then it does not matter.
    linksOf(text, host).length === 0 || hasBought(pb, userId),
  ]);
  return spamJudgement({ text, bought, elsewhere, words, host });
}

/** Hides words that were just kept, in a case that waits for the operator: dismissed, it shows them. */
export async function holdWords(
  pb: PocketBase,
  about: Omit<Reportable, 'name'>,
  why: string,
  now: Instant,
): Promise<void> {
  const text = `The hall held this back, for it looks like advertising. ${why}`;
  await openCaseWith(
    pb,
    { userId: null, about: { ...about, name: '' }, kind: 'spam', text, meanwhile: true },
    now,
  );
}
