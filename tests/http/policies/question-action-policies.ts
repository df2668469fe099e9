import { signedIn } from '../answers.ts';
import type { World } from '../world.ts';
import {
  type ActionPolicy,
  anySeller,
  backend,
  buyersRow,
  form,
  newName,
  policy,
  sellersRow,
} from './policy-terms.ts';
import { POST_ACTIONS } from './post-action-policies.ts';

/** A new question of the buyer to the seller: its id and version. */
const newQuestion = async (world: World, more: object = {}) => {
  const { id, updated } = await backend(world)
    .collection('questions')
    .create({
      product: world.products.bought,
      store: world.stores.seller,
      asker: world.users.buyer,
      question: `How tall is ${newName()}?`,
      state: 'open',
      ...more,
    });
  return { id, seen: Date.parse(String(updated).replace(' ', 'T')) };
};

/** Policies of the actions about questions, and about posts, whose comments are questions. */
export const QUESTION_ACTIONS: Record<string, ActionPolicy> = {
  ...POST_ACTIONS,
  'questions.ask': policy(
    signedIn(401, 200, { unverified: 409, seller: 409 }),
    // Another product than in the other tests: a user can have only five open questions.
    ({ products }) => ({ productId: products.given, text: 'Does it come with a base?' }),
    form,
  ),
  'questions.takeBack': buyersRow(async (world) => ({ id: (await newQuestion(world)).id }), form),
  'questions.ofStore': anySeller(() => ({ state: 'open', page: 1 })),
  'questions.answer': sellersRow(async (world) => ({ ...(await newQuestion(world)), text: 'It is.' })),
  'questions.hide': sellersRow(async (world) => ({ ...(await newQuestion(world)), reason: 'rude' })),
  'questions.show': sellersRow((world) => newQuestion(world, { state: 'hidden', hiddenFor: 'rude' })),
};
