import type { ActionError } from 'astro:actions';
import { atom } from 'nanostores';
import { SECOND_FACTOR_TEXT } from '../../../../domain/identity/role.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';

/** The deed that waits for the second factor; null where none does. The dialog calls it when it is answered. */
export const $waiting = atom<((isConfirmed: boolean) => void) | null>(null);

/** Whether the second factor was entered in this session, as far as this page knows: the server checks each request. */
export const $isOpen = atom(false);

/** How many deeds of this page's life were done: what waits has changed when it grows. */
export const $deeds = atom(0);

export const isForSecondFactor = (error: ActionError | undefined): boolean =>
  error?.code === 'FORBIDDEN' && error.message === SECOND_FACTOR_TEXT;

/**
 * Calls an action that changes something at the desk. Where the second factor is over it asks for it and repeats the action
 * once; who closes the dialog gets the refusal. Use it inside `mutate`:
 * `mutate(() => confirmed(() => actions.deskCases.decide(…)), 'Decided.')`.
 */
export async function confirmed<T>(action: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  const answer = await withSecondFactor(action);
  if (answer.error === undefined) $deeds.set($deeds.get() + 1);
  return answer;
}

async function withSecondFactor<T>(action: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  const answer = await action();
  if (!isForSecondFactor(answer.error)) return answer;
  const isConfirmed = await new Promise<boolean>((resolve) => $waiting.set(resolve));
  $waiting.set(null);
  return isConfirmed ? action() : answer;
}
