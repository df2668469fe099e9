import { describe, expectTypeOf, it } from 'vitest';
import type { AccountOverview } from '../../src/domain/account/overview.ts';
import type { User } from '../../src/domain/identity/user.ts';
import type { ReviewOptions } from '../../src/server/community/reviews.ts';
import type { ActionAnswer, ActionResult } from '../../src/ui/action-answer.ts';

/**
 * These tests are checked by the compiler. Each function describes a page and is never called, so nothing of Astro or
 * React is loaded.
 */
declare const actions: typeof import('astro:actions').actions;
declare const useQuery: typeof import('../../src/ui/useQuery.ts').useQuery;
declare const useMutation: typeof import('../../src/ui/useMutation.ts').useMutation;
declare const useValidatedMutation: typeof import('../../src/ui/useValidatedMutation.ts').useValidatedMutation;

type Actions = typeof actions;
type AnyAction = (...input: never[]) => Promise<ActionResult<unknown>>;

/** Whether a type says nothing, so that every page would agree with it: `any` or `unknown`. */
type SaysNothing<Answer> = unknown extends Answer ? true : false;

/** "sales.mine" for each action whose answer the compiler does not know. */
type UnknownAnswers = {
  [Noun in keyof Actions]: {
    [Verb in keyof Actions[Noun]]: Actions[Noun][Verb] extends AnyAction
      ? SaysNothing<ActionAnswer<Actions[Noun][Verb]>> extends true
        ? `${Noun}.${Verb & string}`
        : never
      : `${Noun}.${Verb & string}`;
  }[keyof Actions[Noun]];
}[keyof Actions];

describe('the answer of an action', () => {
  it('is known to the compiler for every action', () => {
    expectTypeOf<UnknownAnswers>().toBeNever();
  });

  it('is the data of a query, or null before it comes', () => {
    const page = () => useQuery(() => actions.account.overview());
    expectTypeOf(page).returns.toHaveProperty('data').toEqualTypeOf<AccountOverview | null>();
    const section = () => useQuery(() => actions.reviews.mine({ productId: '' }));
    expectTypeOf(section).returns.toHaveProperty('data').toEqualTypeOf<ReviewOptions | null>();
    expectTypeOf(section).returns.toHaveProperty('setData').parameter(0).toEqualTypeOf<ReviewOptions>();
  });

  it('reaches onSuccess of a mutation', () => {
    const form = () =>
      useMutation().mutate(
        () => actions.account.changeProfile({ username: '' }),
        null,
        (answer) => expectTypeOf(answer).toEqualTypeOf<User>(),
      );
    const validated = () =>
      useValidatedMutation({}).mutate(
        () => actions.account.changeProfile({ username: '' }),
        null,
        (answer) => expectTypeOf(answer).toEqualTypeOf<User>(),
      );
    expectTypeOf(form).returns.resolves.toBeVoid();
    expectTypeOf(validated).returns.resolves.toBeVoid();
  });

  it('has a name where one is needed', () => {
    expectTypeOf<ActionAnswer<Actions['account']['overview']>>().toEqualTypeOf<AccountOverview>();
    expectTypeOf<ActionAnswer<Actions['guildMembers']['csv']>>().toEqualTypeOf<{ csv: string }>();
  });
});
