import type { ActionError } from 'astro:actions';

/** What a call of an action resolves to: its answer, or an error. */
export type ActionResult<Answer> =
  | { data: Answer; error: undefined }
  | { data: undefined; error: ActionError };

/** What an action answers: `ActionAnswer<typeof actions.sales.mine>`. Pages derive their types from it. */
export type ActionAnswer<Action extends (...input: never[]) => Promise<ActionResult<unknown>>> =
  Awaited<ReturnType<Action>> extends infer Result extends ActionResult<unknown>
    ? Extract<Result, { error: undefined }>['data']
    : never;
