import { randomUUID } from 'node:crypto';
import { askedOf } from '../../../search/asked.ts';
import {
  type SearchChange,
  type SearchDoc,
  type SearchEngine,
  type SearchQuery,
  type SearchResult,
  SearchUnavailable,
  type Stand,
  unlessAway,
} from '../../../search/engine.ts';
import { hitsOf, isAcknowledged, itemFailures, positionOf, readAnswer, readNames } from './answers.ts';
import {
  type OpenSearchAddress,
  type OpenSearchClient,
  OpenSearchRefusal,
  openSearchClient,
} from './client.ts';
import { indexBody, SCHEMA, storedDoc } from './mapping.ts';
import { type Demand, searchBody, suggestBody } from './query.ts';

/** How long a visitor waits for an answer, in ms; a page that says so is better than a page that comes late. */
const SEARCH_WITHIN_MS = 4_000;
/** Operations and letters in one request: OpenSearch advises 5 to 15 MB. */
const BULK_OPERATIONS = 1_000;
const BULK_LETTERS = 5_000_000;
/** With fewer products that have every word, those that have most of them are added, as in the embedded engine. */
const ENOUGH = 3;
/** How often it is said that the engine is away, in ms. */
const SAID_EVERY_MS = 60_000;

/** Before the first build: nobody has to be told. */
class NoIndexYet extends SearchUnavailable {}

/**
 * A search engine outside: an index in OpenSearch under an alias. Every write carries the position of the feed as its external
 * version, so an older reading is refused wherever it comes from. How far the index is true stands in an index beside it, under
 * the name of the real index: it changes together with the alias.
 */
export function openOpenSearch(
  address: OpenSearchAddress,
  onError: (reason: unknown) => void,
  client: OpenSearchClient = openSearchClient(address),
): SearchEngine {
  const { alias, shards, replicas } = address;
  const positions = `${alias}-position`;
  let saidAt = Number.NEGATIVE_INFINITY;
  const told = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((reason) => {
      const isAway = reason instanceof SearchUnavailable && !(reason instanceof NoIndexYet);
      if (isAway && performance.now() - saidAt > SAID_EVERY_MS) {
        saidAt = performance.now();
        onError(reason);
      }
      throw reason;
    });

  /** @throws OpenSearchRefusal unless the answer has one of these statuses. */
  const asked = async (
    method: Parameters<OpenSearchClient['send']>[0],
    path: string,
    body?: object | string,
    statuses: readonly number[] = [200, 201],
    withinMs?: number,
  ) => {
    const { status, answer } = await client.send(method, path, body, withinMs);
    if (!statuses.includes(status)) throw new OpenSearchRefusal(status, `${method} ${path.split('?')[0]}`);
    return { status, answer };
  };

  /** The index behind the alias; null before the first build. */
  const current = async (): Promise<string | null> => {
    const { status, answer } = await asked('GET', `/_alias/${alias}`, undefined, [200, 404]);
    const [name] = status === 200 ? readNames(answer) : [];
    return name ?? null;
  };
  const standOf = async (index: string): Promise<Stand | null> => {
    const { status, answer } = await asked('GET', `/${positions}/_doc/${index}`, undefined, [200, 404]);
    return status === 200 ? positionOf(answer, SCHEMA) : null;
  };
  /** A feeder that was replaced does not set it back. */
  const setStand = (index: string, { seq, at }: Stand) =>
    asked(
      'PUT',
      `/${positions}/_doc/${index}?version=${seq}&version_type=external_gte`,
      { schema: SCHEMA, seq, at },
      [200, 201, 409],
    );

  /** Writes operations and says whether it was more than one request. @throws Error where one is refused. */
  const bulk = async (index: string, changes: readonly SearchChange[], refresh: boolean) => {
    const requests = requestsOf(index, changes);
    for (const [at, lines] of requests.entries()) {
      const isLast = refresh && requests.length === 1 && at === 0;
      // An index that is gone is not made by writing into it: it would have no mapping.
      const path = `/_bulk?filter_path=items.*.status,items.*.error.type${isLast ? '&refresh=wait_for' : ''}`;
      const { answer } = await asked('POST', path, lines);
      const [failure] = itemFailures(answer);
      if (failure) throw new Error(`OpenSearch refused a document: ${failure.status} ${failure.type}`);
    }
    if (refresh && requests.length > 1) await asked('POST', `/${index}/_refresh`);
  };

  const searched = async (query: SearchQuery, demand: Demand) => {
    const { status, answer } = await asked(
      'POST',
      `/${alias}/_search`,
      searchBody(query, demand),
      [200, 404],
      SEARCH_WITHIN_MS,
    );
    if (status === 404) throw new NoIndexYet('there is no index yet');
    return readAnswer(answer);
  };

  const search = async (query: SearchQuery): Promise<SearchResult> => {
    const began = performance.now();
    const { words, fillers, excluded, phrases, unread } = askedOf(query.text ?? '');
    const needed = words.flatMap((word, at) => (fillers[at] ? [] : [{ word, at }]));
    let found = await searched(query, 'all');
    let partial: SearchResult['partial'] = null;
    if (phrases.length > 0 && found.total === 0) {
      found = await searched(query, 'all but phrases');
      partial = { complete: 0, without: phrases.map((phrase) => `“${phrase}”`) };
    }
    // Who quotes words wants just these.
    if (phrases.length === 0 && needed.length > 1 && found.total < ENOUGH) {
      const complete = found.total;
      const most = await searched(query, 'most');
      if (most.total > complete) {
        const seen = new Set(
          most.hits.slice(Math.max(0, complete - query.offset)).flatMap(({ names }) => names),
        );
        found = most;
        partial = {
          complete,
          without: needed.flatMap(({ word, at }) => (seen.has(`w${at}`) ? [] : [word])),
        };
      }
    }
    return {
      ids: found.hits.map(({ id }) => id),
      total: found.total,
      facets: found.facets,
      corrections: found.corrections,
      // It looks for near words always, behind those that were typed.
      widened: [],
      unread,
      partial: found.total > 0 ? partial : null,
      hasWords: words.length + excluded.length > 0,
      tookMs: performance.now() - began,
      engine: 'opensearch',
    };
  };

  const rebuild = async (docs: AsyncIterable<SearchDoc[]>, seq: number) => {
    const index = `${alias}-${Date.now().toString(36)}-${randomUUID().slice(0, 8)}`;
    const at = Date.now();
    await asked('PUT', `/${index}`, indexBody(shards, replicas));
    try {
      for await (const part of docs)
        await bulk(
          index,
          part.map((doc) => ({ op: 'put', doc, version: seq })),
          false,
        );
      await asked('POST', `/${index}/_refresh`);
      await setStand(index, { seq, at });
    } catch (reason) {
      await asked('DELETE', `/${index}`, undefined, [200, 404]).catch(() => undefined);
      throw reason;
    }
    const { answer } = await asked('POST', '/_aliases', {
      actions: [
        { remove: { index: `${alias}-*`, alias, must_exist: false } },
        { add: { index, alias, is_write_index: true } },
      ],
    });
    if (!isAcknowledged(answer)) throw new SearchUnavailable('OpenSearch did not confirm the new index');
    // What this one replaced, and what feeders that were killed have begun.
    const all = await asked('GET', `/${alias}-*/_alias`, undefined, [200, 404]);
    for (const name of readNames(all.answer))
      if (name !== index && name !== positions)
        await asked('DELETE', `/${name}`, undefined, [200, 404]).catch(unlessAway(onError));
  };

  return {
    search: (query) => told(search(query)),
    suggest: (text, limit) =>
      told(
        (async () => {
          const body = suggestBody(text, limit);
          if (!body) return [];
          const { status, answer } = await asked(
            'POST',
            `/${alias}/_search`,
            body,
            [200, 404],
            SEARCH_WITHIN_MS,
          );
          if (status === 404) throw new NoIndexYet('there is no index yet');
          return hitsOf(answer).flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
        })(),
      ),
    apply: (changes, seq) =>
      told(
        (async () => {
          const index = await current();
          if (index === null) throw new NoIndexYet('there is no index yet');
          if (changes.length > 0) await bulk(index, changes, true);
          await setStand(index, { seq, at: Date.now() });
        })(),
      ),
    rebuild: (docs, seq) => told(rebuild(docs, seq)),
    stand: () =>
      told(
        (async () => {
          const index = await current();
          return index === null ? null : standOf(index);
        })(),
      ),
    close: async () => undefined,
  };
}

/** The bodies of the bulk requests for these changes. */
function requestsOf(index: string, changes: readonly SearchChange[]): string[] {
  const requests: string[] = [];
  let lines = '';
  let operations = 0;
  for (const change of changes) {
    const _id = change.op === 'put' ? change.doc.id : change.id;
    const target = { _index: index, _id, version: change.version, version_type: 'external_gte' };
    lines +=
      change.op === 'put'
        ? `${JSON.stringify({ index: target })}\n${JSON.stringify(storedDoc(change.doc))}\n`
        : `${JSON.stringify({ delete: target })}\n`;
    operations += 1;
    if (operations < BULK_OPERATIONS && lines.length < BULK_LETTERS) continue;
    requests.push(lines);
    [lines, operations] = ['', 0];
  }
  if (lines !== '') requests.push(lines);
  return requests;
}
