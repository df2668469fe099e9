import { SearchUnavailable } from '../../../search/engine.ts';

/** A longer answer is none of ours. */
const ANSWER_MOST = 16_000_000;

export interface OpenSearchAddress {
  /** Without credentials and path. */
  origin: string;
  /** The alias that searches name; indices and the record of the position have names that begin with it. */
  alias: string;
  /** The header that signs in; null where the server asks for none. */
  authorization: string | null;
  shards: number;
  replicas: number;
}

/** An answer with a status that the caller did not expect. */
export class OpenSearchRefusal extends Error {
  readonly status: number;
  constructor(status: number, what: string) {
    super(`OpenSearch answered ${status} to ${what}`);
    this.status = status;
  }
}

/** Reads SEARCH_URL; null where it is none, such as one without the name of an index. */
export function openSearchAddress(text: string): OpenSearchAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const alias = url.pathname.slice(1);
  // What OpenSearch takes as a name of an index, without the signs that stand for several.
  if (!/^[a-z0-9][a-z0-9_.-]{0,79}$/.test(alias)) return null;
  const whole = (name: string, fallback: number, most: number) => {
    const value = url.searchParams.get(name);
    if (value === null) return fallback;
    return /^\d{1,3}$/.test(value) && Number(value) <= most ? Number(value) : Number.NaN;
  };
  const [shards, replicas] = [whole('shards', 1, 200), whole('replicas', 1, 10)];
  if (!(shards >= 1) || Number.isNaN(replicas)) return null;
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { origin: url.origin, alias, authorization: user === '' ? null : basic, shards, replicas };
}

export interface OpenSearchClient {
  /**
   * Sends one request; answers status and JSON.
   * @param body an object, or lines of them for `_bulk`.
   * @throws SearchUnavailable where no answer comes in time, or one that says to try again later.
   */
  send(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: object | string,
    withinMs?: number,
  ): Promise<{ status: number; answer: unknown }>;
}

const WITHIN_MS = 30_000;
const LATER = new Set([429, 500, 502, 503, 504]);

export function openSearchClient({ origin, authorization }: OpenSearchAddress): OpenSearchClient {
  return {
    async send(method, path, body, withinMs = WITHIN_MS) {
      const isLines = typeof body === 'string';
      const headers = {
        accept: 'application/json',
        ...(body === undefined
          ? {}
          : { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' }),
        ...(authorization === null ? {} : { authorization }),
      };
      let response: Response;
      let text: string;
      try {
        response = await fetch(`${origin}${path}`, {
          method,
          headers,
          redirect: 'error',
          signal: AbortSignal.timeout(withinMs),
          ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
        });
        text = await textOf(response);
      } catch (reason) {
        throw new SearchUnavailable(`OpenSearch does not answer: ${causeOf(reason)}`);
      }
      if (LATER.has(response.status))
        throw new SearchUnavailable(`OpenSearch answered ${response.status} to ${method} ${path}`);
      try {
        return { status: response.status, answer: text === '' ? {} : JSON.parse(text) };
      } catch {
        // A proxy in between, most likely.
        throw new SearchUnavailable('OpenSearch did not answer with JSON');
      }
    },
  };
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > ANSWER_MOST) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function causeOf(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  // Never the address: it may hold credentials.
  const { cause } = reason;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : reason.message;
}
