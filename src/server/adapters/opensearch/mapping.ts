import { SEARCH_FACETS } from '../../../search/columns/facet-column.ts';
import type { SearchDoc } from '../../../search/engine.ts';

/** Raised whenever analysis or fields change: an index of another one is built anew. */
const VERSION = 1;
export const SCHEMA = `${VERSION}:${SEARCH_FACETS.join()}`;

const keyword = { type: 'keyword', ignore_above: 256 };
const number = { type: 'double' };

/** The body that makes an index. Labels are also found without their marks: "tau" finds "T'au". */
export function indexBody(shards: number, replicas: number): object {
  const folding = ['lowercase', 'asciifolding'];
  return {
    settings: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      // How long a deleted product is remembered, so that an older reading of it is refused.
      'index.gc_deletes': '1h',
      analysis: {
        filter: {
          number: { type: 'stemmer', language: 'minimal_english' },
          marks: { type: 'word_delimiter_graph', catenate_all: true, preserve_original: true },
        },
        analyzer: {
          words: { type: 'custom', tokenizer: 'standard', filter: [...folding, 'number'] },
          label: {
            type: 'custom',
            tokenizer: 'whitespace',
            filter: ['marks', 'flatten_graph', ...folding, 'number'],
          },
        },
      },
    },
    mappings: {
      dynamic: 'strict',
      properties: {
        id: keyword,
        name: { type: 'text', analyzer: 'label', search_analyzer: 'words', copy_to: 'words' },
        tags: {
          type: 'text',
          analyzer: 'label',
          search_analyzer: 'words',
          position_increment_gap: 100,
          copy_to: 'words',
        },
        storeName: { type: 'text', analyzer: 'label', search_analyzer: 'words', copy_to: 'words' },
        description: { type: 'text', analyzer: 'words', copy_to: 'words' },
        words: { type: 'text', analyzer: 'words' },
        facets: {
          dynamic: 'strict',
          properties: Object.fromEntries(SEARCH_FACETS.map((facet) => [facet, keyword])),
        },
        priceCents: { type: 'long' },
        popularity: number,
        ratingScore: number,
        createdAt: { type: 'long' },
        mature: { type: 'boolean' },
        narrow: number,
        wide: number,
        tall: number,
      },
    },
  };
}

/** A document as it is stored; what was not measured has no sides. */
export function storedDoc(doc: SearchDoc): object {
  const { id, name, tags, storeName, description, single, multi, box, ...numbers } = doc;
  const { priceCents, popularity, ratingScore, createdAt, mature } = numbers;
  const facets = Object.fromEntries(
    Object.entries({ ...single, ...multi }).filter(([, value]) => value !== '' && value?.length !== 0),
  );
  const texts = { id, name, tags, storeName, description, facets };
  return { ...texts, priceCents, popularity, ratingScore, createdAt, mature, ...box };
}
