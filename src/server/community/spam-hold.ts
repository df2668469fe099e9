import type PocketBase from 'pocketbase';
import { hasBought } from '../../data/commerce/orders.ts';
import { openCaseWith, type Reportable, spamWords } from '../../data/moderation/reports.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { linksOf, type SpamJudgement, spamJudgement } from '../../domain/moderation/spam.ts';

/**
 * Judges whether a post looks like advertising: by the operator's word list, by links from users who never bought
 * anything, and by repetition.
 * @param elsewhere how many times the user posted the same text elsewhere within a day.
 */
export async function judgePost(
  { pb, siteUrl }: { pb: PocketBase; siteUrl: string },
  { userId, text, elsewhere }: { userId: string; text: string; elsewhere: number },
): Promise<SpamJudgement> {
  const { host } = new URL(siteUrl);
  const [words, bought] = await Promise.all([
    spamWords(pb),
    // Purchases matter only for posts with links, which are rare.
    linksOf(text, host).length === 0 || hasBought(pb, userId),
  ]);
  return spamJudgement({ text, bought, elsewhere, words, host });
}

/** Opens a case for a held post, which was stored hidden. Dismissing the case shows the post. */
export async function holdPost(
  pb: PocketBase,
  about: Omit<Reportable, 'name'>,
  why: string,
  now: Instant,
): Promise<void> {
  const text = `Held automatically because it looks like advertising. ${why}`;
  await openCaseWith(
    pb,
    { userId: null, about: { ...about, name: '' }, kind: 'spam', text, meanwhile: true },
    now,
  );
}
