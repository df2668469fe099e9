import { serviceClient } from '../../../src/data/kernel/client.ts';
import { settingStates } from '../../dashboard-states.ts';
import { type Answers, type Outcome, sameOriginOnly, signedIn } from '../answers.ts';
import type { DeskRole } from '../people.ts';
import type { World } from '../world.ts';

/** The vocabulary of the action policies. */

/** One action: a valid input, and the answer for each role. */
export interface ActionPolicy {
  input: (world: World) => unknown;
  /** Sent as a form, as the pages without JavaScript do. */
  form?: true;
  /** The action ends the session, so it is called as a new user. */
  endsSession?: true;
  /** The action cannot be undone, so invalid input is sent only in a role that is refused. */
  irreversible?: true;
  answers: Answers;
  /** For actions of the operator desk: the answers for people with a role. */
  desk?: Record<DeskRole, Outcome>;
}

export const policy = (answers: Answers, input: ActionPolicy['input'], more: Partial<ActionPolicy> = {}) => ({
  input,
  answers: sameOriginOnly(answers),
  ...more,
});
/** For every signed-in user. */
export const anyUser = (input: ActionPolicy['input'], more: Partial<ActionPolicy> = {}) =>
  policy(signedIn(401, 200), input, more);
/** For every user with a store. */
export const anySeller = (input: ActionPolicy['input'], more: Partial<ActionPolicy> = {}) =>
  policy(signedIn(401, 403, { seller: 200, 'other seller': 200 }), input, more);
/** About a row of the seller; other sellers do not find it. */
export const sellersRow = (input: ActionPolicy['input']) =>
  policy(signedIn(401, 403, { seller: 200, 'other seller': 404 }), input);
/** For sellers with something this data lacks, such as a plan: every seller gets a conflict. */
export const withoutPlan = (input: ActionPolicy['input']) =>
  policy(signedIn(401, 403, { seller: 409, 'other seller': 409 }), input);
/** About a row of the buyer; other users do not find it. */
export const buyersRow = (input: ActionPolicy['input'], more: Partial<ActionPolicy> = {}) =>
  policy(signedIn(401, 404, { buyer: 200 }), input, more);
/** At the operator desk, before the second factor: everybody without a role finds nothing. */
export const beforeFactor = (input: ActionPolicy['input'], desk: Partial<ActionPolicy['desk']> = {}) =>
  policy(signedIn(401, 404), input, {
    desk: { moderator: 200, operator: 200, 'unconfirmed operator': 200, ...desk },
  });
/** To read the desk and to change something there: the second factor is asked for. */
export const deskReads = (input: ActionPolicy['input'], desk: Partial<ActionPolicy['desk']> = {}) =>
  beforeFactor(input, { 'unconfirmed operator': 403, ...desk });
export const deskChanges = deskReads;
/** The same for operators alone. */
export const operatorReads = (input: ActionPolicy['input'], desk: Partial<ActionPolicy['desk']> = {}) =>
  deskReads(input, { moderator: 403, ...desk });
export const operatorChanges = (input: ActionPolicy['input'], desk: Partial<ActionPolicy['desk']> = {}) =>
  deskChanges(input, { moderator: 403, ...desk });
export const form = { form: true } as const;
export const noInput = () => undefined;
/** A new name on each call. */
export const newName = () => `n-${crypto.randomUUID().slice(0, 8)}`;
/** Signed in once for all rows: PocketBase limits repeated sign-ins. */
let service: ReturnType<typeof serviceClient> | null = null;
export const backend = (world: World) =>
  (service ??= settingStates(serviceClient({ url: world.pocketbaseUrl, ...world.service })));
export const newRow = async (world: World, collection: string, data: object): Promise<string> =>
  (await backend(world).collection(collection).create(data)).id;
