import { serviceClient } from '../../../src/data/kernel/client.ts';
import { type Answers, sameOriginOnly, signedIn } from '../answers.ts';
import type { World } from '../world.ts';

/** The words in which the table of actions is written. */

/** One action, something sensible to ask of it, and what everybody is answered. */
export interface ActionPolicy {
  input: (world: World) => unknown;
  /** Sent as a form, as the pages without JavaScript do. */
  form?: true;
  /** Whoever asks is a newcomer, for afterwards his login is worth nothing. */
  endsSession?: true;
  /** Money or goods move and do not come back, so nonsense is sent by somebody who may not. */
  irreversible?: true;
  answers: Answers;
}

export const policy = (answers: Answers, input: ActionPolicy['input'], more: Partial<ActionPolicy> = {}) => ({
  input,
  answers: sameOriginOnly(answers),
  ...more,
});
/** For whoever is signed in. */
export const anyUser = (input: ActionPolicy['input'], more: Partial<ActionPolicy> = {}) =>
  policy(signedIn(401, 200), input, more);
/** For whoever has a store. */
export const anySeller = (input: ActionPolicy['input'], more: Partial<ActionPolicy> = {}) =>
  policy(signedIn(401, 403, { seller: 200, 'other seller': 200 }), input, more);
/** About a row of the seller's; another's row is not there. */
export const sellersRow = (input: ActionPolicy['input']) =>
  policy(signedIn(401, 403, { seller: 200, 'other seller': 404 }), input);
/** For sellers who have a plan; nobody here has. */
export const withoutPlan = (input: ActionPolicy['input']) =>
  policy(signedIn(401, 403, { seller: 409, 'other seller': 409 }), input);
/** About a row of the buyer's; another's row is not there. */
export const buyersRow = (input: ActionPolicy['input'], more: Partial<ActionPolicy> = {}) =>
  policy(signedIn(401, 404, { buyer: 200 }), input, more);
export const form = { form: true } as const;
export const noInput = () => undefined;
/** A name nobody has yet. */
export const newName = () => `n-${crypto.randomUUID().slice(0, 8)}`;
/** Signed in once for all rows: PocketBase slows down who signs in again and again. */
let service: ReturnType<typeof serviceClient> | null = null;
export const backend = (world: World) =>
  (service ??= serviceClient({ url: world.pocketbaseUrl, ...world.service }));
export const newRow = async (world: World, collection: string, data: object): Promise<string> =>
  (await backend(world).collection(collection).create(data)).id;
