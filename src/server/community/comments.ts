import { countRepeatedComments } from '../../data/community/comments.ts';
import type { ShownPost } from '../../data/community/posts.ts';
import { addQuestion } from '../../data/community/questions.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { askRefusal, COMMENT_REFUSAL_TEXTS } from '../../domain/community/question.ts';
import type { User } from '../../domain/identity/user.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { paths } from '../../paths.ts';
import { oneLineName, quoted } from '../notifications/mail-layout.ts';
import { withNotice } from '../notifications/notifications.ts';
import type { AskOutcome, QuestionParts } from './questions.ts';
import { holdPost, judgePost } from './spam-hold.ts';

const DAY_MS = 86_400_000;

/**
 * Comments on a post that the author may read. A comment is a question about a post, with the same rules and limits. The
 * caller has checked its length. Repeating the same text has no effect.
 */
export async function comment(
  { commerce, postingLimits }: QuestionParts,
  author: User,
  { post, text: typed }: { post: ShownPost; text: string },
): Promise<AskOutcome> {
  const { pb } = commerce;
  const now = commerce.now();
  const text = cleanText(typed);
  const refused = (sentence: string): AskOutcome => ({ kind: 'refused', sentence });
  const ownsStore = post.store.ownerId === author.id;
  const refusal = askRefusal({ verified: author.verified, ownsStore, waiting: 0 });
  if (refusal) return refused(COMMENT_REFUSAL_TEXTS[refusal]);
  const same = { userId: author.id, postId: post.id, text };
  const elsewhere = await countRepeatedComments(pb, same, now - DAY_MS);
  const judgement = await judgePost(commerce, { userId: author.id, text, elsewhere });
  if (judgement.is === 'refused') return refused(judgement.sentence);
  const tooOften = await postingLimits.postingRefusal(author, 'question', now);
  if (tooOften) return refused(tooOften);
  const held = judgement.is === 'held';
  const id = newRecordId();
  const own = { id, productId: '', postId: post.id, storeId: post.store.id, askerId: author.id, text, held };
  const title = oneLineName(post.title);
  const notAdded = await addQuestion(pb, own, now, (steps) => {
    if (held) return;
    const notice = {
      to: [post.store.ownerId],
      kind: 'question',
      storeId: null,
      key: `question:${id}`,
      about: `comments:${post.id}`,
      title: `New comment on ${title}`,
      path: paths.sellerPosts(post.id),
      mail: {
        subject: `A comment on ${title}`,
        paragraphs: [`A reader of ${title} writes:`, quoted(text), 'You can find the comment here:'],
      },
    } as const;
    withNotice(steps, commerce, notice, now);
  });
  if (notAdded === 'too-many-waiting') return refused(COMMENT_REFUSAL_TEXTS[notAdded]);
  if (notAdded === null && !held) commerce.mailQueued();
  if (notAdded === null && judgement.is === 'held') {
    const about = { what: 'question', id, quote: text, accusedId: author.id } as const;
    await holdPost(pb, { ...about, productId: null, storeId: post.store.id }, judgement.why, now);
  }
  return { kind: held ? 'held' : 'asked' };
}
