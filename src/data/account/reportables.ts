import type PocketBase from 'pocketbase';
import type { Question } from '../../domain/community/question.ts';
import type { CaseSubject } from '../../domain/moderation/case.ts';
import { publishedProduct } from '../catalogue/products.ts';
import { storeOfOwner, visibleStore } from '../catalogue/stores.ts';
import { shownComment } from '../community/comments.ts';
import { readablePost, shownPost } from '../community/posts.ts';
import { visiblePrint } from '../community/prints.ts';
import { publicQuestion } from '../community/questions.ts';
import { visibleReview } from '../community/reviews.ts';
import { messageToReport } from '../messaging/messages.ts';
import type { Reportable } from '../moderation/reports.ts';

/** Who looks: a user or "" for a visitor; null where the marketplace's staff records what somebody else saw. */
type Looker = string | null;
type Finder = (pb: PocketBase, id: string, looker: Looker) => Promise<Reportable | null>;

/** A post that the looker may read; staff find those for members, too. */
const postFor = (pb: PocketBase, id: string, looker: Looker) =>
  looker === null ? shownPost(pb, id) : readablePost(pb, id, looker);

const FINDERS: Record<CaseSubject, Finder> = {
  async product(pb, id) {
    const product = await publishedProduct(pb, id);
    const store = product && (await visibleStore(pb, product.store.id));
    return (
      product && {
        what: 'product',
        id: product.id,
        name: product.name,
        quote: '',
        accusedId: store?.ownerId ?? null,
        productId: product.id,
        storeId: product.store.id,
      }
    );
  },
  async store(pb, slugOrId) {
    const store = await visibleStore(pb, slugOrId);
    return (
      store && {
        what: 'store',
        id: store.id,
        name: store.name,
        quote: '',
        accusedId: store.ownerId,
        productId: null,
        storeId: store.id,
      }
    );
  },
  async post(pb, id, looker) {
    const post = await postFor(pb, id, looker);
    return (
      post && {
        what: 'post',
        id: post.id,
        name: post.title,
        quote: `${post.title}\n\n${post.text}`,
        accusedId: post.store.ownerId,
        productId: null,
        storeId: post.store.id,
      }
    );
  },
  async question(pb, id, looker) {
    const comment = await shownComment(pb, id);
    if (comment) {
      const post = await postFor(pb, comment.postId, looker);
      return (
        post && {
          what: 'question',
          id: comment.id,
          name: post.title,
          quote: quoteOf(comment),
          accusedId: comment.asker?.id ?? null,
          productId: null,
          storeId: post.store.id,
        }
      );
    }
    const question = await publicQuestion(pb, id);
    return (
      question && {
        what: 'question',
        id: question.id,
        name: question.productName,
        quote: quoteOf(question),
        accusedId: question.asker?.id ?? null,
        productId: question.productId,
        storeId: question.storeId,
      }
    );
  },
  async review(pb, id) {
    const review = await visibleReview(pb, id);
    return (
      review && {
        what: 'review',
        id: review.id,
        name: review.productName,
        quote: review.text,
        accusedId: review.authorId,
        productId: review.productId,
        storeId: review.storeId,
      }
    );
  },
  async print(pb, id) {
    const print = await visiblePrint(pb, id);
    return (
      print && {
        what: 'print',
        id: print.id,
        name: print.product.name,
        quote: '',
        accusedId: print.authorId,
        productId: print.product.id,
        storeId: print.storeId,
      }
    );
  },
  async message(pb, id, userId) {
    if (userId === null) return null;
    const store = await storeOfOwner(pb, userId);
    const message = await messageToReport(pb, { userId, storeId: store?.id ?? null }, id);
    return (
      message && {
        what: 'message',
        id,
        name: '',
        quote: message.text,
        accusedId: message.authorId,
        productId: null,
        // A private conversation is not part of the store.
        storeId: null,
      }
    );
  },
};

/** A question or comment with its answer. */
function quoteOf({ text, answer }: Pick<Question, 'text' | 'answer'>): string {
  return answer ? `${text}\n\n${answer.text}` : text;
}

/** The content that the user can see and report under this id; null for anything else. */
export async function reportable(
  pb: PocketBase,
  what: CaseSubject,
  id: string,
  userId: string,
): Promise<Reportable | null> {
  return FINDERS[what](pb, id, userId);
}

/** What a letter is about, which staff record: also what only members of a guild see. Never a private message. */
export async function reportableByLetter(
  pb: PocketBase,
  what: CaseSubject,
  id: string,
): Promise<Reportable | null> {
  return FINDERS[what](pb, id, null);
}
