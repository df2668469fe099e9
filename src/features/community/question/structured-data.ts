import type { Question } from '../../../domain/community/question.ts';
import { paths } from '../../../paths.ts';

/**
 * The answered questions about a product as a schema.org QAPage; null if none is answered.
 * @param absolute turns a path into an absolute URL.
 */
export function questionsData(
  questions: readonly Question[],
  product: { id: string; name: string; storeName: string },
  absolute: (path: string) => string,
): object | null {
  const answered = questions.flatMap(({ id, text, askedAt, asker, answer }) =>
    answer
      ? [
          {
            '@type': 'Question',
            name: text,
            text,
            dateCreated: dateText(askedAt),
            ...(asker ? { author: { '@type': 'Person', name: asker.username } } : {}),
            answerCount: 1,
            acceptedAnswer: {
              '@type': 'Answer',
              text: answer.text,
              url: absolute(paths.productQuestions(product.id, id)),
              dateCreated: dateText(answer.at),
              author: { '@type': 'Organization', name: product.storeName },
            },
          },
        ]
      : [],
  );
  if (answered.length === 0) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'QAPage',
    name: `Questions about ${product.name}`,
    about: { '@type': 'Product', '@id': absolute(paths.product(product.id)), name: product.name },
    mainEntity: answered,
  };
}

const dateText = (at: number) => new Date(at).toISOString();
