import type { ActionError } from 'astro:actions';
import { atom } from 'nanostores';
import { STEP_UP_TEXT } from '../../../../domain/identity/step-up.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';

/** What waits until the person has shown who they are; null where nothing does. The dialog calls it when it is answered. */
export const $stepUp = atom<((isConfirmed: boolean) => void) | null>(null);

const asksForStepUp = (error: ActionError | undefined): boolean =>
  error?.code === 'FORBIDDEN' && error.message === STEP_UP_TEXT;

/**
 * Calls an action that needs a fresh proof of who one is. Where there is none it asks for it and repeats the action once; who
 * closes the dialog gets the refusal. Use it inside `mutate`: `mutate(() => withStepUp(() => actions.apiTokens.make(…)), null)`.
 */
export async function withStepUp<T>(action: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  const answer = await action();
  if (!asksForStepUp(answer.error)) return answer;
  const isConfirmed = await new Promise<boolean>((resolve) => $stepUp.set(resolve));
  $stepUp.set(null);
  return isConfirmed ? action() : answer;
}
