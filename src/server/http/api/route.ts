import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'astro/zod';
import type { TokenHolder } from '../../../data/account/api-tokens.ts';
import type { ApiScope } from '../../../domain/account/api-token.ts';
import type { App } from '../../app/app.ts';
import type { Operation } from '../../operations/kernel/operation.ts';

/** What the handler of a route is given. */
export interface Asked {
  app: App;
  /** The parts of the path in braces, by name: ids or slugs. */
  params: Readonly<Record<string, string>>;
  /** As the schemas of the route read them. The body is bytes where it is a picture. */
  query: object;
  body: object | undefined;
  /** Null where everybody may ask. */
  holder: TokenHolder | null;
  /**
   * Called with the answer that a resource has now, before it is changed; null where the program does not say what it read.
   * @throws RefusalError where the program said in If-Match that it read another one
   */
  ifMatch: ((now: object) => void) | null;
}

/** A file to be sent, where the answer is no JSON. */
export interface FileAnswer {
  req: IncomingMessage;
  res: ServerResponse;
  onError(reason: unknown): void;
}

/** A route as the table holds it. Those that answer with JSON are made of operations, see operation-routes.ts. */
export interface ApiRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1, with names of parts in braces: "/library/{product}". */
  path: string;
  /** One sentence for the documentation. */
  summary: string;
  /** Who may ask it; null for everybody. */
  scope: ApiScope | null;
  query: z.ZodObject;
  /** The fields that it takes as JSON; 'picture' for the bytes of one; null where the route takes none. */
  body: z.ZodObject | 'picture' | null;
  /** The most bytes of its body; those of a form where it is missing. */
  limitBytes?: number;
  /** Whether it calls `ifMatch`; a route that does not refuses If-Match. */
  matches?: boolean;
  /** The JSON of its answer; 'file' for bytes. */
  answer: z.ZodType | 'file';
  /** For a route that makes something: the path of what it made, below /api/v1. */
  madeAt?(answer: never): string;
  /** What it is made of; missing for the few that are no operations. */
  operation?: Operation;
  handle(asked: Asked, file: FileAnswer): Promise<unknown>;
}
