import { type AskedText, askedOf, holdsPhrases } from './asked.ts';
import { Columns } from './columns/columns.ts';
import type { ColumnsData } from './columns/columns-data.ts';
import type { SearchDoc, SearchQuery, SearchResult } from './engine.ts';
import { type IdData, IdTable, idData } from './id-table.ts';
import { Likeness } from './likeness.ts';
import { type Matched, Matching } from './matching.ts';
import { best, type Ordinals } from './ordinals.ts';
import { Ranking } from './ranking.ts';
import { type StringData, StringPacker, StringTable } from './string-table.ts';
import { Suggesting } from './suggesting.ts';
import { TRADE } from './synonyms.ts';
import { impactsOf } from './tokens.ts';
import { type Terms, Vocabulary } from './vocabulary.ts';

/** Maximum of offset + limit. */
export const DEPTH_LIMIT = 1000;
/** So many documents with the words of a phrase are read for it at most: their names have the best scores. */
const PHRASE_DEPTH = 2_000;
/** So many of the near words of one word are named. */
const WIDENED_SHOWN = 3;

/**
 * Serialisable index data: ids, names, tags (a line each) and columns by ordinal, and all terms with their postings. All of it
 * that is large are arrays that threads share.
 */
export interface IndexData extends Terms {
  ids: IdData;
  names: StringData;
  tags: StringData;
  columns: ColumnsData;
}

/**
 * An inverted index in flat arrays with a small mutable part: new documents go into the vocabulary's fresh terms until
 * `data()` repacks everything. Not thread-safe: each thread has its own around the same data, and all of them are told the
 * same changes in the same order.
 */
export class PackedIndex {
  readonly #data: IndexData;
  readonly #vocabulary: Vocabulary;
  readonly #columns: Columns;
  /** Of the packed documents. */
  readonly #ids: IdTable;
  readonly #names: StringTable;
  readonly #tags: StringTable;
  /** Of those that were added: their ordinals, and in their order what is packed of the others. */
  readonly #added = new Map<string, number>();
  readonly #addedIds: string[] = [];
  readonly #addedNames: string[] = [];
  readonly #addedTags: string[] = [];
  readonly #matching = new Matching();
  /** Number of documents. */
  #size: number;
  readonly #ranking = new Ranking();
  readonly #likeness = new Likeness();
  readonly #suggesting = new Suggesting();

  constructor(data: IndexData) {
    const { ids, names, tags, columns, terms, offsets, postings } = data;
    this.#data = data;
    this.#vocabulary = new Vocabulary({ terms, offsets, postings });
    this.#columns = Columns.from(columns);
    this.#ids = new IdTable(ids);
    this.#names = new StringTable(names);
    this.#tags = new StringTable(tags);
    this.#size = columns.count;
  }

  static empty(): PackedIndex {
    const none = () => new StringPacker(0).packed();
    const columns = new Columns(0).data(new Uint32Array(0));
    const terms: Terms = { terms: none(), offsets: new Uint32Array(1), postings: new Uint32Array(0) };
    return new PackedIndex({ ids: idData(none()), names: none(), tags: none(), columns, ...terms });
  }

  /** Number of documents. */
  get size(): number {
    return this.#size;
  }

  put(doc: SearchDoc): void {
    this.remove(doc.id);
    const ordinal = this.#ids.length + this.#addedIds.length;
    this.#addedIds.push(doc.id);
    this.#addedNames.push(doc.name);
    this.#addedTags.push(doc.tags.join('\n'));
    this.#added.set(doc.id, ordinal);
    this.#columns.set(ordinal, doc);
    for (const [term, impact] of impactsOf(doc)) this.#vocabulary.add(term, ordinal, impact);
    this.#size += 1;
  }

  remove(id: string): void {
    const ordinal = this.#ordinalOf(id);
    if (ordinal === undefined || !this.#columns.remove(ordinal)) return;
    this.#added.delete(id);
    this.#size -= 1;
  }

  search(query: SearchQuery): Omit<SearchResult, 'tookMs' | 'engine'> {
    if (query.like) return this.#alike(query, query.like.id);
    const asked = askedOf(query.text ?? '');
    const { synonyms } = query;
    const groups = this.#vocabulary.groupsOf(
      asked,
      synonyms ? asked.words.map((word) => synonyms[word] ?? []) : TRADE.of(asked.words),
    );
    const matched = this.#matched(asked, groups);
    const { passing, facets } = this.#columns.filter(matched?.ordinals ?? null, query);
    const offset = Math.min(Math.max(0, query.offset), DEPTH_LIMIT);
    const depth = Math.min(DEPTH_LIMIT, offset + Math.max(0, query.limit));
    // Without text there is no relevance, so sort by newest.
    const sort = query.sort === 'relevance' && groups.length === 0 ? 'newest' : query.sort;
    // Who asks for one store, or some, does not want them mixed.
    const isMixed = (query.include?.store?.length ?? 0) === 0;
    const ordinals = this.#best(passing, sort, depth, isMixed).slice(offset);
    return {
      ids: ordinals.map((ordinal) => this.#idOf(ordinal)),
      total: passing.count,
      facets,
      corrections: groups.flatMap(({ corrected, typed, terms }) =>
        corrected ? [{ typed, searched: terms[0]?.term ?? typed }] : [],
      ),
      widened: groups.flatMap(({ typed, also }) =>
        also.length > 0 ? [{ typed, also: also.slice(0, WIDENED_SHOWN) }] : [],
      ),
      unread: asked.unread,
      partial: passing.count > 0 ? (matched?.partial ?? null) : null,
      exact: asked.words.every((word) => this.#vocabulary.knows(word)),
      hasWords: asked.words.length + asked.excluded.length > 0,
    };
  }

  #alike(query: SearchQuery, id: string): Omit<SearchResult, 'tookMs' | 'engine'> {
    const ordinal = this.#ordinalOf(id);
    const none = { ids: [], total: 0, facets: {}, corrections: [], widened: [] };
    const nothing = { ...none, unread: [], partial: null, hasWords: false };
    if (ordinal === undefined) return nothing;
    const labels = { name: this.#nameOf(ordinal), tags: this.#tagsOf(ordinal).split('\n') };
    const alike = this.#likeness.find(ordinal, labels, this.#vocabulary, this.#columns);
    const { passing, facets } = this.#columns.filter(alike, query);
    const { scores } = this.#likeness;
    const { lift } = this.#columns;
    const depth = Math.min(DEPTH_LIMIT, Math.max(0, query.offset) + Math.max(0, query.limit));
    const ordinals = this.#ranking.ranked(passing, { scores, lift }, depth, null).slice(query.offset);
    return { ...nothing, ids: ordinals.map((at) => this.#idOf(at)), total: passing.count, facets };
  }

  /** Products whose names hold what is being typed. */
  suggest(text: string, limit: number): { id: string; name: string }[] {
    const { words, fillers } = askedOf(text);
    const needed = words.filter((_, at) => fillers[at] === false);
    const found = this.#suggesting.find(needed, limit, {
      vocabulary: this.#vocabulary,
      count: this.#columns.count,
      lift: this.#columns.lift,
      nameOf: (ordinal) => this.#nameOf(ordinal),
      isShown: (ordinal) => this.#columns.isForAll(ordinal),
    });
    return found.map((ordinal) => ({
      id: this.#idOf(ordinal),
      name: this.#nameOf(ordinal),
    }));
  }

  /** All live documents, repacked: fresh postings merged, removed ones dropped. What it was made from where nothing changed. */
  data(): IndexData {
    const keep = this.#columns.kept();
    if (this.#addedIds.length === 0 && keep.length === this.#data.columns.count) return this.#data;
    const moved = new Int32Array(this.#columns.count).fill(-1);
    for (let at = 0; at < keep.length; at++) moved[keep[at] as number] = at;
    const labels = packedLabels(
      keep,
      (ordinal) => this.#idOf(ordinal),
      (ordinal) => this.#nameOf(ordinal),
      (ordinal) => this.#tagsOf(ordinal),
    );
    return { ...labels, ...this.#vocabulary.packed(moved), columns: this.#columns.data(keep) };
  }

  #ordinalOf(id: string): number | undefined {
    return this.#added.get(id) ?? this.#ids.ordinalOf(id);
  }

  #idOf(ordinal: number): string {
    const packed = this.#ids.length;
    return ordinal < packed ? this.#ids.at(ordinal) : (this.#addedIds[ordinal - packed] as string);
  }

  #nameOf(ordinal: number): string {
    const packed = this.#names.length;
    return ordinal < packed ? this.#names.at(ordinal) : (this.#addedNames[ordinal - packed] as string);
  }

  /** A line each. */
  #tagsOf(ordinal: number): string {
    const packed = this.#tags.length;
    return ordinal < packed ? this.#tags.at(ordinal) : (this.#addedTags[ordinal - packed] as string);
  }

  /** The documents that a text finds; null for all. */
  #matched({ excluded, phrases }: AskedText, groups: ReturnType<Vocabulary['groupsOf']>): Matched | null {
    const without = excluded.flatMap((word) => this.#vocabulary.documentsWith(word));
    const matched = this.#matching.match(groups, without, this.#columns);
    return matched && phrases.length > 0 ? this.#holding(phrases, matched) : matched;
  }

  /** The documents, of the best PHRASE_DEPTH, that have each phrase in their name or in a tag; where there are none, all. */
  #holding(phrases: readonly string[], matched: Matched): Matched {
    const kept: number[] = [];
    for (const ordinal of this.#best(matched.ordinals, 'relevance', PHRASE_DEPTH)) {
      const labels = [this.#nameOf(ordinal), ...this.#tagsOf(ordinal).split('\n')];
      if (holdsPhrases(labels, phrases)) kept.push(ordinal);
    }
    if (kept.length > 0)
      return { ordinals: { ids: Uint32Array.from(kept), count: kept.length }, partial: null };
    const complete = matched.partial?.complete ?? 0;
    return { ...matched, partial: { complete, without: phrases.map((phrase) => `“${phrase}”`) } };
  }

  #best(documents: Ordinals, sort: SearchQuery['sort'], depth: number, isMixed = false): number[] {
    const { created, lift, popularity, price, rating } = this.#columns;
    const { scores } = this.#matching;
    if (sort === 'relevance') {
      const storeOf = isMixed ? (ordinal: number) => this.#columns.storeOf(ordinal) : null;
      return this.#ranking.ranked(documents, { scores, lift }, depth, storeOf);
    }
    const columns = {
      newest: created,
      popular: popularity,
      rating,
      price_asc: price,
      price_desc: price,
    };
    return best(documents, columns[sort], sort === 'price_asc' ? -1 : 1, depth);
  }
}

/** Ids, names and tags of the documents that are kept, in arrays that threads can share. */
export function packedLabels(
  keep: Uint32Array,
  idOf: (ordinal: number) => string,
  nameOf: (ordinal: number) => string,
  tagsOf: (ordinal: number) => string,
): Pick<IndexData, 'ids' | 'names' | 'tags'> {
  const packed = (textOf: (ordinal: number) => string): StringData => {
    const packer = new StringPacker(keep.length);
    for (let at = 0; at < keep.length; at++) packer.add(textOf(keep[at] as number));
    return packer.packed();
  };
  return { ids: idData(packed(idOf)), names: packed(nameOf), tags: packed(tagsOf) };
}
