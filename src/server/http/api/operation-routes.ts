import { z } from 'astro/zod';
import { checkedBy } from '../../kernel/checked-by.ts';
import { RefusalError } from '../../kernel/refusal-error.ts';
import { TAKEN } from '../../operations/kernel/names.ts';
import type { ApiAddress, Operation } from '../../operations/kernel/operation.ts';
import { inApiWords, storeOf } from './refusals.ts';
import type { ApiRoute, AskedByHolder } from './route.ts';

/** Operations as routes of the API. What stands in the path are fields of the input; what else it takes is query or body. */

/** What a change takes that needs nothing but its path. */
const NOTHING = z.strictObject({}).register(TAKEN, { id: 'Nothing' });

/** The routes of those operations that programs can do, in their order. */
export function routesOf(operations: Readonly<Record<string, Operation>>): ApiRoute[] {
  return Object.values(operations).flatMap((one) => (one.api ? [routeOf(one, one.api)] : []));
}

type Path = readonly (readonly [name: string, field: string])[];

/** "/webhooks/{webhook:id}" gives `webhook` and `id`. */
const inPathOf = (path: string): Path =>
  [...path.matchAll(/\{(\w+):(\w+)\}/g)].map(([, name = '', field = '']) => [name, field]);

function routeOf(operation: Operation, api: ApiAddress): ApiRoute {
  const { method, scope, limitBytes, matches, madeAt } = api;
  const inPath = inPathOf(api.path);
  const takesBody = method === 'POST' || method === 'PATCH';
  const rest = restOf(operation, inPath);
  return {
    ...{ method, scope, summary: operation.summary, answer: operation.answer },
    path: api.path.replaceAll(/:\w+\}/g, '}'),
    query: takesBody ? z.object({}) : rest,
    body: takesBody ? bodyOf(operation, api, rest) : null,
    ...(limitBytes === undefined ? {} : { limitBytes }),
    ...(matches === undefined ? {} : { matches: true }),
    ...(madeAt === undefined ? {} : { madeAt }),
    async handle(asked) {
      const { app, holder, params, query, body, ifMatch } = asked as AskedByHolder<
        object,
        object | undefined
      >;
      const doer = { storeId: storeOf(holder), userId: holder.userId, strikes: holder.strikes };
      const named = Object.fromEntries(inPath.map(([name, field]) => [field, params[name] ?? '']));
      const answerOf = async (one: Operation, input: object) =>
        z.encode(one.answer, await one.run({ app, doer, input: input as never })) as object;
      try {
        if (matches) ifMatch(await answerOf(matches, named));
        return await answerOf(operation, { ...query, ...body, ...named });
      } catch (reason) {
        throw reason instanceof RefusalError ? inApiWords(reason, api) : reason;
      }
    },
  };
}

/** What a change takes as JSON, under its name in the description. */
function bodyOf({ input }: Operation, { takes }: ApiAddress, rest: z.ZodObject): z.ZodObject {
  if (takes === undefined) return NOTHING;
  const body = input.description === undefined ? rest.strict() : rest.strict().describe(input.description);
  return body.register(TAKEN, { id: takes });
}

/** The fields of an operation that do not stand in its path. */
function restOf({ input, rules }: Operation, inPath: Path): z.ZodObject {
  const rest = input.omit(
    Object.fromEntries(inPath.map(([, field]) => [field, true])) as never,
  ) as z.ZodObject;
  return rules ? rest.superRefine(checkedBy((sent) => rules(sent))) : rest;
}
