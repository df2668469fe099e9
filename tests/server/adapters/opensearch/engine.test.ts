import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SearchDoc, type SearchEngine, SearchUnavailable } from '../../../../src/search/engine.ts';
import { openSearchAddress } from '../../../../src/server/adapters/opensearch/client.ts';
import { openOpenSearch } from '../../../../src/server/adapters/opensearch/engine.ts';
import { openStandIn, type StandIn } from '../../../dev/opensearch/stand-in.ts';
import { contractDoc } from '../../../search/contract/engine-contract.ts';

let standIn: StandIn;
let engine: SearchEngine;
let errors: string[];
const query = { sort: 'newest', offset: 0, limit: 10 } as const;
async function* docs(...ids: string[]): AsyncGenerator<SearchDoc[]> {
  for (const id of ids) yield [contractDoc(id)];
}
const opened = (url: string) => {
  const address = openSearchAddress(url);
  if (!address) throw new Error('no address');
  return openOpenSearch(address, (reason) => errors.push(String(reason)));
};
beforeEach(async () => {
  errors = [];
  standIn = await openStandIn();
  engine = opened(standIn.url);
});
afterEach(() => standIn.close());

describe('an address', () => {
  it.each([
    ['https://anna:b%2Fc@search.example:9200/models', 'Basic YW5uYTpiL2M=', 'models', 1],
    ['http://10.0.0.7:9200/hall-models?shards=3&replicas=0', null, 'hall-models', 3],
  ])('%s is read', (text, authorization, alias, shards) => {
    expect(openSearchAddress(text)).toMatchObject({ authorization, alias, shards });
    expect(openSearchAddress(text)?.origin).not.toContain('anna');
  });
  it.each([
    'models',
    'http://search.example:9200',
    'http://search.example:9200/Models',
    'http://search.example:9200/a/b',
    'http://search.example:9200/_all',
    'http://search.example:9200/models*',
    'http://search.example:9200/models?shards=0',
    'redis://search.example/models',
  ])('%s is none', (text) => {
    expect(openSearchAddress(text)).toBeNull();
  });
});

it('says that it is away, once, and answers again when it is back', async () => {
  await engine.rebuild(docs('a', 'b'), 5);
  for (const status of [0, 500, 502, 503, 429]) {
    standIn.failNext(status);
    await expect(engine.search(query)).rejects.toBeInstanceOf(SearchUnavailable);
  }
  expect(errors).toHaveLength(1);
  expect((await engine.search(query)).total).toBe(2);
});

it('does not answer before the first build, and has no stand then', async () => {
  expect(await engine.stand()).toBeNull();
  await expect(engine.search(query)).rejects.toBeInstanceOf(SearchUnavailable);
  await expect(engine.apply([], 3)).rejects.toBeInstanceOf(SearchUnavailable);
});

it('a build that is killed leaves the old index, and the next one removes what it has left', async () => {
  await engine.rebuild(docs('a'), 5);
  // As a killed process leaves it: begun, and nothing put away.
  const address = openSearchAddress(standIn.url);
  const left = `${standIn.url.replace(/models$/, '')}models-left-behind`;
  await fetch(left, {
    method: 'PUT',
    body: JSON.stringify({ settings: {}, mappings: { properties: {} } }),
  });
  expect(address?.alias).toBe('models');
  expect((await engine.search(query)).ids).toEqual(['a']);
  expect(standIn.indices()).toHaveLength(3);
  await engine.rebuild(docs('a', 'b'), 6);
  expect((await engine.search(query)).total).toBe(2);
  expect(standIn.indices()).toHaveLength(2);
});

it('a feeder that was replaced writes nothing old, and does not set the position back', async () => {
  await engine.rebuild(docs('a'), 5);
  const replaced = opened(standIn.url);
  await engine.apply([{ op: 'put', doc: contractDoc('a', { name: 'newer' }), version: 9 }], 9);
  await replaced.apply([{ op: 'put', doc: contractDoc('a', { name: 'older' }), version: 8 }], 8);
  expect((await engine.stand())?.seq).toBe(9);
  expect((await engine.search({ ...query, text: 'newer' })).ids).toEqual(['a']);
});

it('signs in, and says what is refused without the password', async () => {
  const closed = await openStandIn({ user: 'anna', password: 'secret' });
  try {
    const wrong = opened(closed.url.replace('secret', 'guess'));
    await expect(wrong.stand()).rejects.toThrow('OpenSearch answered 401 to GET /_alias/models');
    await opened(closed.url).rebuild(docs('a'), 1);
  } finally {
    await closed.close();
  }
});

it('a document that the mapping refuses fails, rather than being lost without a word', async () => {
  await engine.rebuild(docs('a'), 5);
  const doc = contractDoc('b', { box: { narrow: 1, wide: 1, tall: 1, deep: 1 } as never });
  await expect(engine.apply([{ op: 'put', doc, version: 6 }], 6)).rejects.toThrow(
    'OpenSearch refused a document: 400 strict_dynamic_mapping_exception',
  );
  expect((await engine.stand())?.seq).toBe(5);
});
