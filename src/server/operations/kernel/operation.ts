import type { z } from 'astro/zod';
import type { ApiScope } from '../../../domain/account/api-token.ts';
import type { App } from '../../app/app.ts';

/**
 * An operation: what both pages and programs can do, described once. The account pages reach it as an action (`sellerAction`),
 * programs as a route of the API (`routesOf`); both are made of this description. It refuses by RefusalError.
 */

/** Who does it: the store that they act for, and the person with their strikes. */
export interface Doer {
  storeId: string;
  userId: string;
  strikes: number;
}

/** How programs reach it. */
export interface ApiAddress {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1. `{webhook:id}` is the field `id` of the input; the description of the API calls it "webhook". */
  path: string;
  scope: ApiScope;
  /** What the description calls the fields that it takes; without it a change takes none. */
  takes?: string;
  /** The most bytes of its body; those of a form where it is missing. */
  limitBytes?: number;
  /** The reading of what it changes, whose ETag a program may send in If-Match. Its input is what stands in the path. */
  matches?: Operation;
  /** For one that makes something: the path of what it made, below /api/v1. */
  madeAt?(answer: never): string;
  /** What programs call refused fields that the rules name differently. */
  names?: Readonly<Record<string, string>>;
  /** What programs are told for some reasons of refusals. */
  sentences?: Readonly<Record<string, string>>;
}

export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
  Result extends z.output<Answer> = z.output<Answer>,
> {
  /** One sentence for the description of the API. */
  summary: string;
  /** Who may do it: a seller acts for a store, with their roles on the pages and with the scope of a token elsewhere. */
  who: 'seller';
  /** Whether the pages ask people to show once more who they are. A program has shown it by its token. */
  stepUp?: boolean;
  /** Null where programs cannot do it. */
  api: ApiAddress | null;
  /** Its fields. What depends on several of them is in `rules`. */
  input: Input;
  /** Refused fields, each with a sentence. */
  rules?(input: z.output<Input>): Readonly<Partial<Record<string, string>>>;
  /**
   * What programs are told, as a codec: moments are written as ISO 8601, and fields that are not listed are left out. The pages
   * get the result itself, or what their action makes of it.
   */
  answer: Answer;
  run(asked: { app: App; doer: Doer; input: z.output<Input> }): Promise<Result>;
}

/** Describes an operation; its types are those of its parts. */
export const operation = <
  Input extends z.ZodObject,
  Answer extends z.ZodType,
  Result extends z.output<Answer>,
>(
  described: Operation<Input, Answer, Result>,
): Operation<Input, Answer, Result> => described;
