import { type ActionAPIContext, type ActionClient, defineAction } from 'astro:actions';
import type { z } from 'astro/zod';
import type { Operation } from '../../server/operations/kernel/operation.ts';
import { requireStepUp } from '../identity/step-up.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { seller } from './seller.ts';

/** What the page sends: nothing at all where the operation has no fields. */
type Taken<Input extends z.ZodObject> = keyof Input['shape'] extends never ? undefined : Input;

/**
 * An operation as an action of the account pages, for the seller who calls it.
 * @param shown what the page is answered, where that is not the operation's result
 */
export function sellerAction<
  Input extends z.ZodObject,
  Answer extends z.ZodType,
  Result extends z.output<Answer>,
  Shown = Result,
>(
  { input, rules, stepUp = false, run }: Operation<Input, Answer, Result>,
  shown?: (result: Result) => Shown,
) {
  const handler = async (sent: z.output<Input>, context: ActionAPIContext): Promise<Shown> => {
    const { user, store } = await seller(context);
    if (stepUp) await requireStepUp(context);
    const doer = { storeId: store.id, userId: user.id };
    const result = await run({ app: context.locals.app, doer, input: sent });
    return shown ? shown(result) : (result as unknown as Shown);
  };
  const checked = rules ? input.superRefine(checkedBy((all) => rules(all))) : input;
  const hasFields = Object.keys(input.shape).length > 0;
  return defineAction({
    accept: 'json',
    ...(hasFields ? { input: checked } : {}),
    handler: (hasFields
      ? handler
      : (_nothing: unknown, context: ActionAPIContext) => handler({} as z.output<Input>, context)) as never,
  }) as unknown as ActionClient<Shown, 'json', Taken<Input>>;
}
