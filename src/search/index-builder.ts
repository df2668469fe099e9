import { Columns } from './columns/columns.ts';
import type { SearchDoc } from './engine.ts';
import { lengthened } from './ordinals.ts';
import { type IndexData, packedLabels } from './packed-index.ts';
import { impactOf, ordinalOf, postingOf } from './postings.ts';
import { sharedNumbers } from './shared-numbers.ts';
import { packedStrings } from './string-table.ts';
import { TermNumbers } from './term-numbers.ts';
import { impactOfWeight, termsOf, weightOfMention } from './tokens.ts';

/** Pairs of a term and a posting in one chunk. */
const CHUNK = 1 << 20;

/** One chunk of pairs, and how many there are. */
interface Pairs {
  terms: Uint32Array;
  postings: Uint32Array;
  count: number;
}

/**
 * Builds the index of a whole catalogue. Nothing can be searched meanwhile, so a posting is two numbers in a row of pairs, and
 * the pairs are put in order once, at the end: a list for each of a million words would take most of the time and memory.
 */
export class IndexBuilder {
  readonly #columns = new Columns(0);
  readonly #ids: string[] = [];
  readonly #names: string[] = [];
  readonly #tags: string[] = [];
  readonly #ordinals = new Map<string, number>();
  readonly #numbers = new TermNumbers();
  readonly #chunks: Pairs[] = [];
  /** By term: its weight in the document at hand, and how often its field has it so far. */
  #weights = new Float64Array(1_024);
  #mentions = new Uint8Array(1_024);

  /** Number of documents. */
  get size(): number {
    return this.#ordinals.size;
  }

  /** Of two documents with one id the later one counts. */
  put(doc: SearchDoc): void {
    this.remove(doc.id);
    const ordinal = this.#ids.length;
    this.#ids.push(doc.id);
    this.#names.push(doc.name);
    this.#tags.push(doc.tags.join('\n'));
    this.#ordinals.set(doc.id, ordinal);
    this.#columns.set(ordinal, doc);
    this.#index(doc, ordinal);
  }

  remove(id: string): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return;
    this.#columns.remove(ordinal);
    this.#ordinals.delete(id);
  }

  /** The same impacts as `impactsOf`, by the numbers of the terms. */
  #index(doc: SearchDoc, ordinal: number): void {
    const met: number[] = [];
    for (const { terms, worth } of termsOf(doc)) {
      const ofField: number[] = [];
      for (const term of terms) {
        const number = this.#numberOf(term);
        const before = this.#mentions[number] as number;
        if (before === 0) ofField.push(number);
        if (before < 255) this.#mentions[number] = before + 1;
        const weight = weightOfMention(worth, before);
        if (weight === 0) continue;
        if (this.#weights[number] === 0) met.push(number);
        this.#weights[number] = (this.#weights[number] as number) + weight;
      }
      for (const number of ofField) this.#mentions[number] = 0;
    }
    for (const number of met) {
      this.#add(number, postingOf(ordinal, impactOfWeight(this.#weights[number] as number)));
      this.#weights[number] = 0;
    }
  }

  #numberOf(term: string): number {
    const number = this.#numbers.numberOf(term);
    if (number >= this.#weights.length) {
      this.#weights = lengthened(this.#weights, 2 * number);
      this.#mentions = lengthened(this.#mentions, 2 * number);
    }
    return number;
  }

  #add(term: number, posting: number): void {
    let chunk = this.#chunks.at(-1);
    if (!chunk || chunk.count === CHUNK) {
      chunk = { terms: new Uint32Array(CHUNK), postings: new Uint32Array(CHUNK), count: 0 };
      this.#chunks.push(chunk);
    }
    chunk.terms[chunk.count] = term;
    chunk.postings[chunk.count] = posting;
    chunk.count += 1;
  }

  /** The index, after which nothing more may be put in. */
  data(): IndexData {
    const keep = this.#columns.kept();
    const moved = new Int32Array(this.#ids.length).fill(-1);
    for (let at = 0; at < keep.length; at++) moved[keep[at] as number] = at;
    const labels = packedLabels(
      keep,
      (ordinal) => this.#ids[ordinal] as string,
      (ordinal) => this.#names[ordinal] as string,
      (ordinal) => this.#tags[ordinal] as string,
    );
    return { ...labels, ...this.#terms(moved), columns: this.#columns.data(keep) };
  }

  /** Puts the pairs in order of their terms; those of one term stay in the order of their documents. */
  #terms(moved: Int32Array): Pick<IndexData, 'terms' | 'offsets' | 'postings'> {
    const counts = new Uint32Array(this.#numbers.count);
    for (const { terms, postings, count } of this.#chunks)
      for (let at = 0; at < count; at++) {
        if ((moved[ordinalOf(postings[at] as number)] as number) < 0) continue;
        const term = terms[at] as number;
        counts[term] = (counts[term] as number) + 1;
      }
    const all = this.#numbers.terms();
    const sorted = Array.from(all.keys())
      .filter((number) => (counts[number] as number) > 0)
      .sort((a, b) => ((all[a] as string) < (all[b] as string) ? -1 : 1));
    const offsets = sharedNumbers(Uint32Array, sorted.length + 1);
    /** By term: where its next posting goes. */
    const next = new Uint32Array(counts.length);
    let end = 0;
    for (const [at, number] of sorted.entries()) {
      offsets[at] = end;
      next[number] = end;
      end += counts[number] as number;
    }
    offsets[sorted.length] = end;
    const ordered = sharedNumbers(Uint32Array, end);
    // Each chunk is garbage once it was read.
    for (let chunk = this.#chunks.shift(); chunk; chunk = this.#chunks.shift()) {
      const { terms, postings, count } = chunk;
      for (let at = 0; at < count; at++) {
        const posting = postings[at] as number;
        const ordinal = moved[ordinalOf(posting)] as number;
        if (ordinal < 0) continue;
        const term = terms[at] as number;
        const place = next[term] as number;
        ordered[place] = postingOf(ordinal, impactOf(posting));
        next[term] = place + 1;
      }
    }
    return {
      terms: packedStrings(sorted.map((number) => all[number] as string)),
      offsets,
      postings: ordered,
    };
  }
}

/** Builds the index of all documents; for duplicate ids the later one wins. */
export function buildIndex(docs: Iterable<SearchDoc>): IndexData {
  const builder = new IndexBuilder();
  for (const doc of docs) builder.put(doc);
  return builder.data();
}
