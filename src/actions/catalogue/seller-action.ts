import { type ActionAPIContext, type ActionClient, defineAction } from 'astro:actions';
import type { z } from 'astro/zod';
import type { Operation } from '../../server/operations/kernel/operation.ts';
import { requireStepUp } from '../identity/step-up.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { seller } from './seller.ts';

/** What the page sends: nothing at all where the operation has no fields. */
type Taken<Input extends z.ZodObject> = keyof Input['shape'] extends never ? undefined : Input;

/** Where the page has words of its own. */
interface PageWords<Page, Asked, Result, Shown, Accept> {
  /** What the page sends is JSON, or a form where a file is among it. */
  accept?: Accept;
  /** What the page sends, and what is asked of the operation then. The rules of the input are the page's own, too. */
  input?: Page;
  asked?(sent: z.output<Page>): Asked;
  /** What the page is answered, where that is not the operation's result. */
  shown?(result: Result): Shown;
}

/** An operation as an action of the account pages, for the seller who calls it. */
export function sellerAction<
  Input extends z.ZodObject,
  Answer extends z.ZodType,
  Result extends z.output<Answer>,
  Shown = Result,
  Page extends z.ZodObject = Input,
  Accept extends 'json' | 'form' = 'json',
>(
  { input, rules, stepUp = false, run }: Operation<Input, Answer, Result, 'seller'>,
  page: PageWords<Page, z.output<Input>, Result, Shown, Accept> = {},
) {
  const handler = async (sent: unknown, context: ActionAPIContext) => {
    const { user, store, roles } = await seller(context);
    if (stepUp) await requireStepUp(context);
    const { id: userId, since, strikes } = user;
    const doer = { storeId: store.id, userId, since, strikes, roles };
    const asked = (page.asked ? page.asked(sent as z.output<Page>) : (sent ?? {})) as z.output<Input>;
    const result = await run({ app: context.locals.app, doer, input: asked });
    return page.shown ? page.shown(result) : result;
  };
  const own = rules ? input.superRefine(checkedBy((all) => rules(all))) : input;
  const taken: z.ZodType = page.input ?? own;
  const hasFields = page.input !== undefined || Object.keys(input.shape).length > 0;
  return defineAction({
    ...{ accept: page.accept ?? 'json', handler: handler as never },
    ...(hasFields ? { input: taken } : {}),
  }) as unknown as ActionClient<Shown, Accept, Taken<Page>>;
}
