import { type ActionAPIContext, ActionError } from 'astro:actions';
import { DISK_FULL, expectedFailure, RESTARTING } from '../../server/kernel/failure-log.ts';
import { RefusalError } from '../../server/kernel/refusal-error.ts';
import { actionError } from './action-error.ts';

const NO_PAYMENTS = 'The payment provider cannot be reached. Try again in a moment.';

/** An action as Astro defines it: `orThrow` runs it without turning what is thrown into a result. */
interface Action {
  (this: ActionAPIContext, input: unknown): Promise<unknown>;
  orThrow(this: ActionAPIContext, input: unknown): Promise<unknown>;
}

/**
 * The same actions, which say refusals as the pages know them, and SERVICE_UNAVAILABLE with a sentence while the backend, the
 * payment provider or the file store is away or the disk is full, and report it. Astro itself would answer each with a server error, and keep of it only the message.
 */
export function tellingOutages<Nouns extends Record<string, object>>(nouns: Nouns): Nouns {
  const told = Object.entries(nouns).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(
      Object.entries(verbs as Record<string, unknown>).map(([verb, action]) => [
        verb,
        isAction(action) ? telling(`${noun}.${verb}`, action) : action,
      ]),
    ),
  ]);
  return Object.fromEntries(told) as Nouns;
}

const isAction = (action: unknown): action is Action => typeof action === 'function' && 'orThrow' in action;

function telling(name: string, action: Action): Action {
  const answer = async function (this: ActionAPIContext, input: unknown): Promise<unknown> {
    this.locals.action = name;
    try {
      const data = await action.orThrow.call(this, input);
      // What was done stays done: a line that cannot be written is told to the operator.
      await this.locals.writeDown?.().catch(this.locals.app.commerce.onError);
      return { data, error: undefined };
    } catch (reason) {
      // Astro's own are those of an input that its schema refuses.
      if (reason instanceof ActionError) return { data: undefined, error: reason };
      if (reason instanceof RefusalError) return { data: undefined, error: actionError(reason) };
      const sentence = outageSentence(reason);
      if (sentence !== null) this.locals.app.commerce.onError(reason);
      const message = sentence ?? (reason instanceof Error ? reason.message : 'Unknown error');
      const code = sentence === null ? 'internal' : 'unavailable';
      return { data: undefined, error: actionError(new RefusalError(code, message)) };
    }
  };
  return Object.assign(answer, { orThrow: action.orThrow });
}

/** What a person is told of a failure that goes away by itself; null for any other failure. */
function outageSentence(reason: unknown): string | null {
  const expected = expectedFailure(reason);
  if (expected === 'the backend is away') return RESTARTING;
  if (expected === 'the disk is full') return DISK_FULL;
  if (expected === 'the payment provider is away') return NO_PAYMENTS;
  const { name, code, message } = reason as Error & { code?: string };
  return name === 'StorageRefused' && code === 'storage-away' ? message : null;
}
