import type { z } from 'astro/zod';
import type { API_SCOPES, ApiScope } from '../../../domain/account/api-token.ts';
import type { StaffRole } from '../../../domain/identity/store-staff.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { App } from '../../app/app.ts';
import type { RefusalCode } from '../../kernel/refusal-error.ts';

/**
 * An operation: what both pages and programs can do, described once. The account pages reach it as an action (`sellerAction`),
 * programs as a route of the API (`routesOf`); both are made of this description. It refuses by RefusalError.
 */

/** Somebody who is signed in, or whose token a program sends. Limits of posting look at the age of the account and its strikes. */
interface PersonDoer {
  userId: string;
  since: Instant;
  strikes: number;
}

/** Who does something, by whom it is for. */
interface Doers {
  /**
   * A person who acts for a store: its owner, or staff with their roles there. The roles are null for the owner and for
   * programs: a token opens its owner's own store.
   */
  seller: PersonDoer & { storeId: string; roles: readonly StaffRole[] | null };
  /** A person for themselves. */
  person: PersonDoer;
  /** Everybody. Nobody is asked who they are. */
  public: null;
}

export type Who = keyof Doers;
export type Doer<By extends Who = 'seller'> = Doers[By];

type ScopesOf<ForSellers extends boolean> = {
  [Scope in ApiScope]: (typeof API_SCOPES)[Scope]['forSellers'] extends ForSellers ? Scope : never;
}[ApiScope];
/** What a token must open. */
type NeededScope = { seller: ScopesOf<true>; person: ScopesOf<false>; public: null };

/** What programs are told for a reason, where it differs from what pages are told. */
export type ProgramWords = string | { sentence: string; code?: RefusalCode; field?: string };

/** How programs reach it. */
export interface ApiAddress<By extends Who = Who> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1. `{webhook:id}` is the field `id` of the input; the description of the API calls it "webhook". */
  path: string;
  scope: NeededScope[By];
  /** What the description calls the fields that it takes; without it a change takes none. */
  takes?: string;
  /** The most bytes of its body; those of a form where it is missing. */
  limitBytes?: number;
  /** The field of the input that is a picture (`PictureBytes`): its bytes are the body, the other fields stand in the query. */
  picture?: string;
  /** Fields of the input that only pages send. */
  without?: readonly string[];
  /** The reading of what it changes, whose ETag a program may send in If-Match. Its input is what stands in the path. */
  matches?: Operation;
  /** For one that makes something: the path of what it made, below /api/v1. */
  madeAt?(answer: never): string;
  /** What programs call refused fields that the rules name differently. */
  names?: Readonly<Record<string, string>>;
  /** What programs are told for some reasons of refusals. */
  sentences?: Readonly<Record<string, ProgramWords>>;
}

export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
  Result extends z.output<Answer> = z.output<Answer>,
  By extends Who = Who,
> {
  /** One sentence for the description of the API. */
  summary: string;
  /** Who may do it: sellers with their roles on the pages, programs with the scope of their token. */
  who: By;
  /** Whether the pages ask people to show once more who they are. A program has shown it by its token. */
  stepUp?: boolean;
  /** Null where programs cannot do it. */
  api: ApiAddress<By> | null;
  /** Its fields. What depends on several of them is in `rules`. */
  input: Input;
  /** Refused fields, each with a sentence. */
  rules?(input: z.output<Input>): Readonly<Partial<Record<string, string>>>;
  /**
   * What programs are told, as a codec: moments are written as ISO 8601, and fields that are not listed are left out. The pages
   * get the result itself, or what their action makes of it.
   */
  answer: Answer;
  run(asked: { app: App; doer: Doer<By>; input: z.output<Input> }): Promise<Result>;
}

/** Describes an operation; its types are those of its parts. */
export const operation = <
  Input extends z.ZodObject,
  Answer extends z.ZodType,
  Result extends z.output<Answer>,
  By extends Who,
>(
  described: Operation<Input, Answer, Result, By>,
): Operation<Input, Answer, Result, By> => described;
