import type PocketBase from 'pocketbase';
import { addQuestion, changeQuestion, questionOfStore } from '../../data/community/questions.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { demoProduct, PEOPLE } from './cast.ts';
import { demoId } from './ids.ts';
import type { PersonName } from './people.ts';

const DAY_MS = 86_400_000;

interface DemoQuestion {
  product: string;
  by: PersonName;
  daysAgo: number;
  text: string;
  answer?: string;
}

/** The questions of the demo world: most were answered the next day, one still waits. */
export const DEMO_QUESTIONS: readonly DemoQuestion[] = [
  {
    product: 'Mossback Cairn-Golem',
    by: 'tobias',
    daysAgo: 8,
    text: 'Would he fit on a 32 mm base, or do the feet stand over its edge?',
    answer:
      'He fits: the left heel ends a millimetre before the edge. His rock is part of the model, so no base is needed.',
  },
  {
    product: 'Mossback Cairn-Golem',
    by: 'ines',
    daysAgo: 4,
    text: 'Can the moss be printed in another colour, as a part of its own?',
    answer: 'Not yet. I keep it as one piece for strength; a version in two parts is on my list.',
  },
  {
    product: 'Mossback Cairn-Golem',
    by: 'dorin',
    daysAgo: 1,
    text: 'Does it hollow well? I would print him at double size for a gate.',
  },
  {
    product: 'Gnash, the Patient Chest',
    by: 'tobias',
    daysAgo: 2,
    text: 'Does the lid open, or is it one piece?',
    answer: 'One piece, jaws wide. A closed chest would only be a chest.',
  },
];

/** Creates the questions and answers of the demo world. */
export async function seedQuestions(pb: PocketBase, now: Instant): Promise<void> {
  for (const { product: name, by, daysAgo, text, answer } of DEMO_QUESTIONS) {
    const product = demoProduct(name);
    const id = demoId('question', text);
    const askedAt = now - daysAgo * DAY_MS;
    const own = { id, productId: product.id, storeId: product.storeId, askerId: PEOPLE[by].id };
    await addQuestion(pb, { ...own, text: cleanText(text), held: false }, askedAt, () => undefined);
    const question = answer === undefined ? null : await questionOfStore(pb, product.storeId, id);
    if (!question || question.answer || answer === undefined) continue;
    const at = askedAt + DAY_MS / 2;
    await changeQuestion(
      pb,
      question,
      { answer: cleanText(answer), state: 'answered', at, changedAt: null },
      at,
      () => undefined,
    );
  }
}
