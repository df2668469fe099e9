import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { matchesOf, type StoredFields } from './query-dsl.ts';

/**
 * The few endpoints of OpenSearch that the site uses, by its documentation, and strictly: an unknown address, parameter or
 * field of a body is refused, so that a call that OpenSearch would not know fails here as well. It analyses texts plainly.
 */
export interface StandIn {
  url: string;
  /** Every request that came: method and path. */
  requests: string[];
  /** Answers the next requests with this status instead; 0 ends the connection. */
  failNext(status: number, times?: number): void;
  indices(): string[];
  close(): Promise<void>;
}

interface Index {
  aliases: Set<string>;
  docs: Map<string, { source: StoredFields; version: number }>;
  /** Versions of what was deleted. */
  gone: Map<string, number>;
  /** What searches see: the documents at the last refresh. */
  seen: Map<string, StoredFields>;
  fields: Set<string>;
}

class Refused extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string) {
    super(type);
    this.status = status;
    this.type = type;
  }
}

export async function openStandIn({ user = '', password = '' } = {}): Promise<StandIn> {
  const indices = new Map<string, Index>();
  const requests: string[] = [];
  let failure = { status: 0, times: 0 };
  const authorization = user && `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  const newIndex = (fields: string[]): Index => ({
    aliases: new Set(),
    docs: new Map(),
    gone: new Map(),
    seen: new Map(),
    fields: new Set(fields),
  });
  const refresh = (index: Index) => {
    index.seen = new Map([...index.docs].map(([id, { source }]) => [id, source]));
  };
  /** One index by its name or an alias. */
  const named = (name: string): Index => {
    const found = indices.get(name) ?? [...indices.values()].find(({ aliases }) => aliases.has(name));
    if (!found) throw new Refused(404, 'index_not_found_exception');
    return found;
  };
  const write = (index: Index, id: string, version: number, source: StoredFields | null): number => {
    const before = index.docs.get(id)?.version ?? index.gone.get(id) ?? -1;
    // external_gte
    if (version < before) return 409;
    const was = index.docs.delete(id);
    if (source === null) {
      index.gone.set(id, version);
      return was ? 200 : 404;
    }
    for (const field of Object.keys(source))
      if (index.fields.size > 0 && !index.fields.has(field))
        throw new Refused(400, 'strict_dynamic_mapping_exception');
    index.gone.delete(id);
    index.docs.set(id, { source, version });
    return was ? 200 : 201;
  };

  const bulk = (lines: string[], isRefreshed: boolean) => {
    const items: object[] = [];
    const touched = new Set<Index>();
    for (let at = 0; at < lines.length; at++) {
      const [[operation, target] = []] = Object.entries(JSON.parse(lines[at] as string));
      only(target as object, ['_index', '_id', 'version', 'version_type']);
      const { _index, _id, version, version_type } = target as {
        _index: string;
        _id: string;
        version: number;
        version_type: string;
      };
      if (version_type !== 'external_gte') throw new Refused(400, 'version_type');
      const source = operation === 'index' ? (JSON.parse(lines[++at] as string) as StoredFields) : null;
      if (operation !== 'index' && operation !== 'delete') throw new Refused(400, 'malformed bulk');
      const index = indices.get(_index);
      if (!index) throw new Refused(404, 'index_not_found_exception');
      touched.add(index);
      let status: number;
      let error: { type: string } | undefined;
      try {
        status = write(index, _id, version, source);
      } catch (reason) {
        if (!(reason instanceof Refused)) throw reason;
        [status, error] = [reason.status, { type: reason.type }];
      }
      if (status === 409) error = { type: 'version_conflict_engine_exception' };
      items.push({ [operation]: { status, ...(error ? { error } : {}) } });
    }
    if (isRefreshed) for (const index of touched) refresh(index);
    return { items };
  };

  const answer = (method: string, url: URL, body: string): object => {
    const parts = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const json = () => JSON.parse(body) as Record<string, unknown>;
    const parameters = (...allowed: string[]) => {
      for (const name of url.searchParams.keys())
        if (!allowed.includes(name)) throw new Refused(400, `unrecognized parameter ${name}`);
    };
    const [first = '', second = '', third = ''] = parts;
    const call = `${method} ${[first.startsWith('_') ? first : '{index}', second, third && '{id}'].filter(Boolean).join('/')}`;
    switch (call) {
      case `GET _alias/${second}`: {
        const holders = [...indices].filter(([, { aliases }]) => aliases.has(second));
        if (holders.length === 0) throw new Refused(404, 'aliases_not_found_exception');
        return Object.fromEntries(holders.map(([name]) => [name, { aliases: { [second]: {} } }]));
      }
      case 'POST _aliases': {
        const { actions } = only(json(), ['actions']) as {
          actions: Record<string, Record<string, string>>[];
        };
        for (const { add, remove } of actions) {
          if (remove) {
            const pattern = (remove['index'] ?? '').replace('*', '');
            for (const [name, { aliases }] of indices)
              if (name.startsWith(pattern)) aliases.delete(remove['alias'] ?? '');
          }
          if (add) named(add['index'] ?? '').aliases.add(add['alias'] ?? '');
        }
        return { acknowledged: true };
      }
      case 'POST _bulk':
        parameters('filter_path', 'refresh');
        if (!body.endsWith('\n')) throw new Refused(400, 'The bulk request must be terminated by a newline');
        return bulk(body.trimEnd().split('\n'), url.searchParams.get('refresh') === 'wait_for');
      case 'PUT {index}': {
        if (indices.has(first)) throw new Refused(400, 'resource_already_exists_exception');
        const { mappings } = only(json(), ['settings', 'mappings']) as {
          mappings: { properties: Record<string, unknown> };
        };
        indices.set(first, newIndex(Object.keys(mappings.properties)));
        return { acknowledged: true, index: first };
      }
      case 'DELETE {index}':
        if (!indices.delete(first)) throw new Refused(404, 'index_not_found_exception');
        return { acknowledged: true };
      case 'GET {index}/_alias': {
        const prefix = first.replace('*', '');
        return Object.fromEntries(
          [...indices]
            .filter(([name]) => name.startsWith(prefix))
            .map(([name, { aliases }]) => [
              name,
              { aliases: Object.fromEntries([...aliases].map((a) => [a, {}])) },
            ]),
        );
      }
      case 'POST {index}/_refresh':
        refresh(named(first));
        return { _shards: { total: 1, successful: 1, failed: 0 } };
      case 'PUT {index}/_doc/{id}': {
        parameters('version', 'version_type');
        if (!indices.has(first)) indices.set(first, newIndex([]));
        const status = write(named(first), third, Number(url.searchParams.get('version')), json());
        if (status === 409) throw new Refused(409, 'version_conflict_engine_exception');
        return { _id: third, result: status === 201 ? 'created' : 'updated' };
      }
      case 'GET {index}/_doc/{id}': {
        const doc = named(first).docs.get(third);
        if (!doc) throw new Refused(404, 'not_found');
        return { _id: third, found: true, _source: doc.source };
      }
      case 'POST {index}/_search':
        return matchesOf(json(), named(first).seen);
      default:
        throw new Refused(400, `no handler found for ${method} ${url.pathname}`);
    }
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(`${request.method} ${url.pathname}`);
    const body = await bodyOf(request);
    if (failure.times > 0) {
      failure.times -= 1;
      if (failure.status === 0) return void request.socket.destroy();
      response.writeHead(failure.status).end('<html>bad gateway</html>');
      return;
    }
    const say = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if ((request.headers.authorization ?? '') !== authorization) return void say(401, {});
    try {
      say(200, answer(request.method ?? '', url, body));
    } catch (reason) {
      const status = reason instanceof Refused ? reason.status : 400;
      say(status, { error: { type: String(reason) }, status });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${user ? `${user}:${password}@` : ''}127.0.0.1:${port}/models`,
    requests,
    failNext(status, times = 1) {
      failure = { status, times };
    },
    indices: () => [...indices.keys()].toSorted(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** @throws Refused where a body has a field that is not listed. */
export function only<T extends object>(value: T, fields: readonly string[]): T {
  for (const name of Object.keys(value))
    if (!fields.includes(name)) throw new Refused(400, `parsing_exception: unknown field ${name}`);
  return value;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString();
}
