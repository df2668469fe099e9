import type PocketBase from 'pocketbase';
import type { Question } from '../../domain/community/question.ts';
import type { CaseSubject } from '../../domain/moderation/case.ts';
import { publishedProduct } from '../catalogue/products.ts';
import { storeOfOwner, visibleStore } from '../catalogue/stores.ts';
import { shownComment } from '../community/comments.ts';
import { readablePost } from '../community/posts.ts';
import { visiblePrint } from '../community/prints.ts';
import { publicQuestion } from '../community/questions.ts';
import { visibleReview } from '../community/reviews.ts';
import { messageToReport } from '../messaging/messages.ts';
import type { Reportable } from '../moderation/reports.ts';

type Finder = (pb: PocketBase, id: string, userId: string) => Promise<Reportable | null>;

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
  async post(pb, id, userId) {
    const post = await readablePost(pb, id, userId);
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
  async question(pb, id, userId) {
    const comment = await shownComment(pb, id);
    if (comment) {
      const post = await readablePost(pb, comment.postId, userId);
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
