import { spawn } from 'node:child_process';
import { askedOf } from '../../../src/search/asked.ts';
import {
  MULTI_FACETS,
  type SearchChange,
  type SearchDoc,
  type SearchEngine,
  type SearchFacet,
  type SearchQuery,
  type SearchResult,
  SINGLE_FACETS,
  type Stand,
} from '../../../src/search/engine.ts';

const FACETS: readonly SearchFacet[] = [...SINGLE_FACETS, ...MULTI_FACETS];

/** A text as a literal of SQL. PostgreSQL stores no NUL and no half of a pair. */
const quoted = (text: string) => `'${text.replaceAll('\u0000', '').toWellFormed().replaceAll("'", "''")}'`;
const listed = (values: readonly string[]) => `ARRAY[${values.map(quoted).join()}]::text[]`;

const TABLE = (name: string) => `
  CREATE TABLE ${name} (
    id text PRIMARY KEY, version bigint NOT NULL, gone boolean NOT NULL, name text, labels text, whole text,
    traits text[], price float8, popularity float8, rating float8, created float8, mature boolean,
    narrow float8, wide float8, tall float8, weighted tsvector);
  CREATE INDEX ON ${name} USING gin (weighted);
  CREATE INDEX ON ${name} USING gin (whole gin_trgm_ops);
  CREATE INDEX ON ${name} USING gin (traits);`;

/**
 * A second engine, over PostgreSQL with pg_trgm: it shows that the interface asks for nothing that only ours can do. It is not
 * part of the product: counting facets takes it a hundred times as long.
 * @param psql the arguments of a psql that may create tables.
 */
export async function openPostgresSearch(psql: readonly string[]): Promise<SearchEngine> {
  /** Runs statements in one transaction; answers the JSON of the last one. */
  const run = (sql: string) =>
    new Promise<unknown>((resolve, reject) => {
      const child = spawn('psql', [
        ...psql,
        '-X',
        '-q',
        '-A',
        '-t',
        '-v',
        'ON_ERROR_STOP=1',
        '-1',
        '-f',
        '-',
      ]);
      let [out, error] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (part) => {
        out += part;
      });
      child.stderr.setEncoding('utf8').on('data', (part) => {
        error += part;
      });
      child.on('error', reject);
      child.on('close', (code) => {
        const last = out.trim().split('\n').at(-1) ?? '';
        if (code === 0) resolve(last === '' ? null : JSON.parse(last));
        else reject(new Error(error.slice(0, 500)));
      });
      child.stdin.end(`SET client_min_messages = warning;\n${sql}`);
    });
  await run(`
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE TABLE IF NOT EXISTS stand (seq bigint NOT NULL, at bigint NOT NULL);`);

  const upsert = (table: string, change: SearchChange): string => {
    if (change.op === 'del')
      return `INSERT INTO ${table} (id, version, gone) VALUES (${quoted(change.id)}, ${change.version}, true)
        ON CONFLICT (id) DO UPDATE SET version = EXCLUDED.version, gone = true WHERE ${table}.version <= EXCLUDED.version;`;
    const { doc } = change;
    const traits = FACETS.flatMap((facet) => {
      const values = (doc.multi as Record<string, string[]>)[facet] ?? [
        (doc.single as Record<string, string>)[facet] ?? '',
      ];
      return values.filter((value) => value !== '').map((value) => `${facet}=${value}`);
    });
    const labels = [doc.name, ...doc.tags].join(' | ');
    const sides = doc.box ? [doc.box.narrow, doc.box.wide, doc.box.tall] : ['NULL', 'NULL', 'NULL'];
    const vector = [
      [doc.name, 'A'],
      [doc.tags.join(' | '), 'B'],
      [doc.storeName, 'C'],
      [doc.description, 'D'],
    ]
      .map(([text = '', weight]) => `setweight(to_tsvector('english', ${quoted(text)}), '${weight}')`)
      .join(' || ');
    const values = [
      quoted(doc.id),
      change.version,
      false,
      quoted(doc.name),
      quoted(labels),
      quoted([labels, doc.storeName, doc.description].join(' ').toLowerCase()),
      listed(traits),
      doc.priceCents,
      doc.popularity,
      doc.ratingScore,
      doc.createdAt,
      doc.mature,
      ...sides,
      vector,
    ];
    return `INSERT INTO ${table} VALUES (${values.join()})
      ON CONFLICT (id) DO UPDATE SET (version, gone, name, labels, whole, traits, price, popularity, rating, created, mature,
        narrow, wide, tall, weighted) = (EXCLUDED.version, false, EXCLUDED.name, EXCLUDED.labels, EXCLUDED.whole, EXCLUDED.traits,
        EXCLUDED.price, EXCLUDED.popularity, EXCLUDED.rating, EXCLUDED.created, EXCLUDED.mature, EXCLUDED.narrow,
        EXCLUDED.wide, EXCLUDED.tall, EXCLUDED.weighted) WHERE ${table}.version <= EXCLUDED.version;`;
  };
  const setStand = (seq: number, at: number) =>
    `DELETE FROM stand; INSERT INTO stand VALUES (${seq}, ${at});`;

  /** Whether a product has a word: as it is stored, near to it, or with it as a beginning. */
  const hasWord = (word: string, isLast: boolean) =>
    `(weighted @@ plainto_tsquery('english', ${quoted(word)})${
      isLast ? ` OR weighted @@ to_tsquery('simple', ${quoted(`${word}:*`)})` : ''
    }${word.length >= 4 ? ` OR strict_word_similarity(${quoted(word)}, whole) >= 0.4` : ''})`;
  const phrase = (text: string) => `labels ILIKE ${quoted(`%${text}%`)}`;

  const conditions = (query: SearchQuery, of: SearchFacet | null): string => {
    const { include, exclude, price } = query;
    const all: string[] = [];
    for (const facet of FACETS) {
      if (facet === of) continue;
      const named = (values: readonly string[]) => listed(values.map((value) => `${facet}=${value}`));
      const [wanted, unwanted] = [include?.[facet] ?? [], exclude?.[facet] ?? []];
      if (wanted.length > 0) all.push(`traits && ${named(wanted)}`);
      if (unwanted.length > 0) all.push(`NOT traits && ${named(unwanted)}`);
    }
    if (of !== 'price' && price?.from != null) all.push(`price >= ${price.from}`);
    if (of !== 'price' && price?.to != null) all.push(`price <= ${price.to}`);
    return all.join(' AND ') || 'true';
  };

  const search = async (query: SearchQuery): Promise<SearchResult> => {
    const began = performance.now();
    const { words, fillers, excluded, phrases, unread } = askedOf(query.text ?? '');
    const needed = words.filter((_, at) => !fillers[at]);
    const has = words.map((word, at) => hasWord(word, at === words.length - 1));
    const hasNeeded = has.filter((_, at) => !fillers[at]);
    const sides = ['narrow', 'wide', 'tall'] as const;
    const base = [
      'NOT gone',
      ...(query.mature ? [] : ['NOT mature']),
      ...(query.fits ? sides.map((side) => `${side} <= ${query.fits?.[side]}`) : []),
      ...excluded.map((word) => `NOT weighted @@ plainto_tsquery('english', ${quoted(word)})`),
      ...phrases.map(phrase),
    ].join(' AND ');
    const hits = hasNeeded.map((one) => `${one}::int`).join(' + ') || '0';
    const rank = words.length
      ? `ts_rank('{0.05, 0.2, 0.4, 1}', weighted, plainto_tsquery('english', ${quoted(words.join(' '))})) +
         ${words.map((word) => `ts_rank('{0.05, 0.2, 0.4, 1}', weighted, plainto_tsquery('english', ${quoted(word)}))`).join(' + ')}`
      : '0';
    const isByTime = query.sort === 'relevance' && words.length === 0;
    const order = {
      relevance: isByTime ? 'created DESC' : 'hits DESC, rank DESC',
      newest: 'created DESC',
      price_asc: 'price',
      price_desc: 'price DESC',
      popular: 'popularity DESC',
      rating: 'rating DESC',
    }[query.sort];
    const offset = Math.min(1_000, Math.max(0, query.offset));
    const depth = Math.min(1_000 - offset, Math.max(0, query.limit));
    const counted = FACETS.map(
      (facet) => `${quoted(facet)}, (SELECT COALESCE(json_agg(row_to_json(c)), '[]') FROM (
        SELECT substr(t, ${facet.length + 2}) AS value, count(*)::int AS count FROM matched, unnest(traits) t
        WHERE t LIKE ${quoted(`${facet}=%`)} AND ${conditions(query, facet)}
        GROUP BY t ORDER BY count(*) DESC, t COLLATE "C" LIMIT 60) c)`,
    );
    const asked = (least: number) =>
      run(`
        WITH matched AS MATERIALIZED (
          SELECT * FROM (SELECT *, ${hits} AS hits, ${rank} AS rank FROM models WHERE ${base}) m WHERE hits >= ${least}),
        passing AS (SELECT * FROM matched WHERE ${conditions(query, null)}),
        page AS (SELECT id FROM passing ORDER BY ${order}, created DESC, id LIMIT ${depth} OFFSET ${offset})
        SELECT json_build_object('ids', (SELECT COALESCE(json_agg(id), '[]') FROM page),
          'total', (SELECT count(*) FROM passing),
          'complete', (SELECT count(*) FROM passing WHERE hits >= ${needed.length}),
          'has', (SELECT json_build_array(${hasNeeded.map((one) => `COALESCE(bool_or(${one}), false)`).join()}) FROM passing
            WHERE hits < ${needed.length})
          ${query.facets ? `, 'facets', json_build_object(${counted.join()})` : ''});`) as Promise<{
        ids: string[];
        total: number;
        complete: number;
        has: boolean[];
        facets?: SearchResult['facets'];
      }>;
    let found = await asked(needed.length);
    let partial: SearchResult['partial'] = null;
    if (needed.length > 1 && found.total < 3) {
      const most = await asked(Math.max(1, Math.floor(0.45 * needed.length)));
      if (most.total > found.total) {
        partial = { complete: found.total, without: needed.filter((_, at) => !most.has[at]) };
        found = most;
      }
    }
    return {
      ids: found.ids,
      total: found.total,
      facets: found.facets ?? {},
      corrections: [],
      widened: [],
      unread,
      partial,
      hasWords: words.length + excluded.length > 0,
      tookMs: performance.now() - began,
      engine: 'postgres',
    };
  };

  return {
    search,
    async suggest(text, limit) {
      const { words } = askedOf(text);
      if (words.length === 0) return [];
      const wanted = words.map((word) => `weighted @@ to_tsquery('simple', ${quoted(`${word}:*`)})`);
      return (await run(`SELECT COALESCE(json_agg(row_to_json(s)), '[]') FROM (SELECT id, name FROM models
        WHERE NOT gone AND NOT mature AND ${wanted.join(' AND ')} ORDER BY created DESC, id LIMIT ${limit}) s;`)) as {
        id: string;
        name: string;
      }[];
    },
    async apply(changes, seq) {
      await run(
        changes.map((change) => upsert('models', change)).join('\n') +
          `UPDATE stand SET seq = GREATEST(seq, ${seq}), at = ${Date.now()};`,
      );
    },
    async rebuild(docs: AsyncIterable<SearchDoc[]>, seq) {
      const at = Date.now();
      const statements: string[] = [];
      for await (const part of docs)
        for (const doc of part) statements.push(upsert('built', { op: 'put', doc, version: seq }));
      await run(`DROP TABLE IF EXISTS built; ${TABLE('built')} ${statements.join('\n')}
        DROP TABLE IF EXISTS models; ALTER TABLE built RENAME TO models; ${setStand(seq, at)}`);
    },
    async stand() {
      return (await run('SELECT row_to_json(s) FROM stand s;')) as Stand | null;
    },
    close: async () => undefined,
  };
}
