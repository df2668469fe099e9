import { z } from 'astro/zod';
import type { TokenHolder } from '../../../data/account/api-tokens.ts';
import { PICTURE_MAX_BYTES } from '../../../domain/kernel/image-header.ts';
import { checkedBy } from '../../kernel/checked-by.ts';
import { RefusalError } from '../../kernel/refusal-error.ts';
import { TAKEN } from '../../operations/kernel/names.ts';
import type { ApiAddress, Doer, Operation, Who } from '../../operations/kernel/operation.ts';
import { inApiWords, storeOf } from './refusals.ts';
import type { ApiRoute, Asked } from './route.ts';

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
  const { method, scope, matches, madeAt, picture } = api;
  const inPath = inPathOf(api.path);
  const takesFields = picture === undefined && (method === 'POST' || method === 'PATCH');
  const rest = restOf(operation, api, inPath);
  const limitBytes = picture === undefined ? api.limitBytes : PICTURE_MAX_BYTES;
  return {
    ...{ operation, method, scope, summary: operation.summary, answer: operation.answer },
    path: api.path.replaceAll(/:\w+\}/g, '}'),
    query: takesFields ? z.object({}) : rest,
    body: takesFields ? bodyOf(operation, api, rest) : picture === undefined ? null : 'picture',
    ...(limitBytes === undefined ? {} : { limitBytes }),
    ...(matches === undefined ? {} : { matches: true }),
    ...(madeAt === undefined ? {} : { madeAt }),
    async handle({ app, holder, params, query, body, ifMatch }: Asked) {
      const { who } = operation;
      const doer = doerOf(who, holder);
      const named = Object.fromEntries(inPath.map(([name, field]) => [field, params[name] ?? '']));
      const sent = picture === undefined ? body : { [picture]: async () => body };
      const answerOf = async (one: Operation, input: object) =>
        z.encode(one.answer, await one.run({ app, doer, input: input as never })) as object;
      try {
        if (matches && ifMatch) ifMatch(await answerOf(matches, named));
        return await answerOf(operation, { ...query, ...sent, ...named });
      } catch (reason) {
        throw reason instanceof RefusalError ? inApiWords(reason, who, api) : reason;
      }
    },
  };
}

/** Who does it, by the token. @throws RefusalError where it is for sellers and they have no store */
function doerOf(who: Who, holder: TokenHolder | null): Doer<Who> {
  if (who === 'public' || holder === null) return null;
  const { userId, since, strikes } = holder;
  const person = { userId, since, strikes };
  return who === 'person' ? person : { ...person, storeId: storeOf(holder), roles: null };
}

/** What a change takes as JSON, under its name in the description. */
function bodyOf({ input }: Operation, { takes }: ApiAddress, rest: z.ZodObject): z.ZodObject {
  if (takes === undefined) return NOTHING;
  const body = input.description === undefined ? rest.strict() : rest.strict().describe(input.description);
  return body.register(TAKEN, { id: takes });
}

/** The fields of an operation that a program sends, but for those of its path and the bytes of a picture. */
function restOf(
  { input, rules }: Operation,
  { picture, without = [] }: ApiAddress,
  inPath: Path,
): z.ZodObject {
  const others = [
    ...inPath.map(([, field]) => field),
    ...without,
    ...(picture === undefined ? [] : [picture]),
  ];
  const rest = input.omit(Object.fromEntries(others.map((field) => [field, true])) as never) as z.ZodObject;
  return rules ? rest.superRefine(checkedBy((sent) => rules(sent))) : rest;
}
