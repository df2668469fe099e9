import type { PartialMatch } from './engine.ts';
import { lengthened, type Ordinals } from './ordinals.ts';
import { impactOf, ordinalOf } from './postings.ts';
import type { TermGroup } from './vocabulary.ts';

/** With fewer documents that have every word, those that have most of the words are added. */
const ENOUGH = 3;
/** The share of the words' weight that such a document has at least, and how many of them there are at most. */
const MOST = 0.45;
const PARTIAL_LIMIT = 240;
/** A word in a larger share of all documents does not make one of them an answer. */
const COMMON = 0.1;
/** Puts the documents with every word before the others, in the order among themselves that their scores give. */
const COMPLETE_FACTOR = 1_024;
const EXCLUDED = 255;

/** The documents that a text finds. */
export interface Matched {
  ordinals: Ordinals;
  /** Where documents were added that lack some words: how many have all, and the words that none of the added has. */
  partial: PartialMatch | null;
}

/** What matching reads of the index. */
export interface MatchedIn {
  /** Ordinals in use, removed ones included, and the room that the arrays have. */
  count: number;
  capacity: number;
}

/**
 * Finds and scores the documents of the words of a search. The work arrays are as long as the index and are used again by the
 * next search; so is what is answered.
 */
export class Matching {
  /** By ordinal: the score of the last search. */
  scores = new Float64Array(0);
  /** By ordinal: the number of matched groups, and the score of the group that is looked at. */
  #found = new Uint8Array(0);
  #ofGroup = new Float64Array(0);
  #candidates = new Uint32Array(0);
  /** By ordinal: the groups that a document has, a bit each. */
  #masks = new Uint32Array(0);

  /**
   * Null without words: every document.
   * @param enough with fewer documents that have every word, those that have most of them are added
   */
  match(
    groups: readonly TermGroup[],
    excluded: readonly Uint32Array[],
    index: MatchedIn,
    enough = ENOUGH,
  ): Matched | null {
    if (groups.length === 0 && excluded.length === 0) return null;
    this.#makeRoom(index.capacity);
    const needed = groups.filter(({ isFiller }) => !isFiller);
    const [first] = needed;
    if (!first) return { ordinals: this.#allBut(excluded, index), partial: null };
    if (groups.length === 1 && first.terms.length === 1 && excluded.length === 0)
      return { ordinals: this.#ofOneTerm(first, index), partial: null };
    if (groups.length === 1 && excluded.length === 0)
      return { ordinals: this.#ofOneGroup(first, index), partial: null };
    const complete = this.#complete(groups, excluded, index);
    // Words that were all corrected are a guess already: part of them would be a guess about a guess.
    const isGuess = needed.every(({ documents, corrected }) => documents === 0 || corrected);
    if (needed.length === 1 || complete.count >= enough || isGuess)
      return { ordinals: complete, partial: null };
    return this.#partial(groups, needed, excluded, index);
  }

  #allBut(excluded: readonly Uint32Array[], { count }: MatchedIn): Ordinals {
    this.#found.fill(0, 0, count);
    this.#exclude(excluded);
    let kept = 0;
    for (let ordinal = 0; ordinal < count; ordinal++) {
      this.#candidates[kept] = ordinal;
      kept += this.#found[ordinal] === EXCLUDED ? 0 : 1;
    }
    return { ids: this.#candidates, count: kept };
  }

  #exclude(lists: readonly Uint32Array[]): void {
    for (const list of lists) for (const posting of list) this.#found[ordinalOf(posting)] = EXCLUDED;
  }

  /** No document can occur twice. */
  #ofOneTerm(group: TermGroup, { count: all }: MatchedIn): Ordinals {
    const { scores } = this;
    const candidates = this.#candidates;
    let count = 0;
    for (const { weight, postings } of group.terms) {
      const worth = worthOf(group, weight, all);
      for (const list of postings) {
        for (let at = 0; at < list.length; at++) {
          const posting = list[at] as number;
          const ordinal = ordinalOf(posting);
          candidates[count++] = ordinal;
          scores[ordinal] = worth * impactOf(posting);
        }
      }
    }
    return { ids: candidates, count };
  }

  /** The best of the terms counts, as where there are several groups. */
  #ofOneGroup(group: TermGroup, { count: all }: MatchedIn): Ordinals {
    const { scores } = this;
    const candidates = this.#candidates;
    scores.fill(0, 0, all);
    let count = 0;
    for (const { weight, postings } of group.terms) {
      const worth = worthOf(group, weight, all);
      for (const list of postings) {
        for (let at = 0; at < list.length; at++) {
          const posting = list[at] as number;
          const ordinal = ordinalOf(posting);
          const score = worth * impactOf(posting);
          const before = scores[ordinal] as number;
          // Branchless: written always, counted only the first time.
          candidates[count] = ordinal;
          count += before === 0 ? 1 : 0;
          scores[ordinal] = Math.max(score, before);
        }
      }
    }
    return { ids: candidates, count };
  }

  /** The documents with a term of every needed group. The first group is the rarest and provides the candidates. */
  #complete(groups: readonly TermGroup[], excluded: readonly Uint32Array[], index: MatchedIn): Ordinals {
    const { scores } = this;
    const found = this.#found;
    const candidates = this.#candidates;
    found.fill(0, 0, index.count);
    scores.fill(0, 0, index.count);
    const needed = groups.filter(({ isFiller }) => !isFiller);
    let count = 0;
    for (const [at, group] of needed.entries()) {
      if (at === 0) count = this.#collect(group, index.count);
      else this.#narrow(group, at, index.count);
    }
    for (const group of groups) if (group.isFiller) this.#narrow(group, needed.length, index.count, false);
    this.#exclude(excluded);
    let inAll = 0;
    for (let at = 0; at < count; at++) {
      const ordinal = candidates[at] as number;
      // Branchless: written always, counted only on a match, because the branch is unpredictable.
      candidates[inAll] = ordinal;
      inAll += found[ordinal] === needed.length ? 1 : 0;
    }
    return { ids: candidates, count: inAll };
  }

  /** Adds the documents of the first group to the candidates; returns their number. The best of a group's terms counts. */
  #collect(group: TermGroup, all: number): number {
    const { scores } = this;
    const found = this.#found;
    const candidates = this.#candidates;
    let count = 0;
    for (const { weight, postings } of group.terms) {
      const worth = worthOf(group, weight, all);
      for (const list of postings) {
        for (let at = 0; at < list.length; at++) {
          const posting = list[at] as number;
          const ordinal = ordinalOf(posting);
          const score = worth * impactOf(posting);
          if (found[ordinal] === 0) {
            found[ordinal] = 1;
            candidates[count++] = ordinal;
            scores[ordinal] = score;
          } else if (score > (scores[ordinal] as number)) scores[ordinal] = score;
        }
      }
    }
    return count;
  }

  /** Scores the documents of a further group that matched all `before` groups, and marks them if the group is needed. */
  #narrow(group: TermGroup, before: number, all: number, isNeeded = true): void {
    const { scores } = this;
    const found = this.#found;
    if (group.terms.length === 1 && isNeeded) {
      const [{ weight, postings }] = group.terms as [TermGroup['terms'][number]];
      const worth = worthOf(group, weight, all);
      for (const list of postings) {
        for (let at = 0; at < list.length; at++) {
          const posting = list[at] as number;
          const ordinal = ordinalOf(posting);
          const groups = found[ordinal] as number;
          // Branchless, as above; scores of documents that missed a group are never read.
          found[ordinal] = groups === before ? before + 1 : groups;
          scores[ordinal] = (scores[ordinal] as number) + worth * impactOf(posting);
        }
      }
      return;
    }
    const ofGroup = this.#ofGroup;
    for (const { weight, postings } of group.terms) {
      const worth = worthOf(group, weight, all);
      for (const list of postings) {
        for (let at = 0; at < list.length; at++) {
          const posting = list[at] as number;
          const ordinal = ordinalOf(posting);
          const groups = found[ordinal] as number;
          const score = worth * impactOf(posting);
          if (groups === before && (isNeeded || ofGroup[ordinal] === 0)) {
            if (isNeeded) found[ordinal] = before + 1;
            scores[ordinal] = (scores[ordinal] as number) + score;
            ofGroup[ordinal] = score;
          } else if (isNeeded && groups === before + 1 && score > (ofGroup[ordinal] as number)) {
            scores[ordinal] = (scores[ordinal] as number) + score - (ofGroup[ordinal] as number);
            ofGroup[ordinal] = score;
          }
        }
      }
    }
    // Only touched places: filling the array would cost as much as the whole search.
    if (!isNeeded)
      for (const { postings } of group.terms)
        for (const list of postings) for (const posting of list) ofGroup[ordinalOf(posting)] = 0;
  }

  /** The documents with most of the words, best first at most PARTIAL_LIMIT, after those that have all. */
  #partial(
    groups: readonly TermGroup[],
    needed: readonly TermGroup[],
    excluded: readonly Uint32Array[],
    index: MatchedIn,
  ): Matched {
    const { scores } = this;
    const masks = this.#masks;
    const candidates = this.#candidates;
    const known = needed.filter(({ documents }) => documents > 0);
    const telling = known.filter(({ documents }) => documents <= COMMON * index.count);
    const asked = telling.length > 0 ? telling : known;
    masks.fill(0, 0, index.count);
    scores.fill(0, 0, index.count);
    let count = 0;
    for (const [bit, group] of asked.entries()) count = this.#gather(group, bit, count, index.count);
    this.#found.fill(0, 0, index.count);
    this.#exclude(excluded);
    const weights = asked.map((group) => worthOf(group, 1, index.count));
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    const kept: { ordinal: number; mask: number; score: number }[] = [];
    const all = 2 ** asked.length - 1;
    for (let at = 0; at < count; at++) {
      const ordinal = candidates[at] as number;
      const mask = masks[ordinal] as number;
      const weight = weights.reduce((sum, own, bit) => sum + ((mask >>> bit) & 1) * own, 0);
      if (weight < MOST * whole || this.#found[ordinal] === EXCLUDED) continue;
      kept.push({ ordinal, mask, score: scores[ordinal] as number });
    }
    kept.sort((a, b) => b.score - a.score || b.ordinal - a.ordinal);
    const best = kept.slice(0, PARTIAL_LIMIT);
    const isComplete = asked.length === needed.length;
    const complete = isComplete ? best.filter(({ mask }) => mask === all).length : 0;
    for (const [at, { ordinal, mask, score }] of best.entries()) {
      candidates[at] = ordinal;
      scores[ordinal] = score * (isComplete && mask === all ? COMPLETE_FACTOR : 1);
    }
    const seen = best.reduce((sum, { mask }) => (mask === all && isComplete ? sum : sum | mask), 0);
    const without = groups.filter((group) => {
      if (group.isFiller) return false;
      const bit = asked.indexOf(group);
      return bit < 0 ? !telling.length || group.documents === 0 : ((seen >>> bit) & 1) === 0;
    });
    const partial = best.length > complete ? { complete, without: without.map(({ typed }) => typed) } : null;
    return { ordinals: { ids: candidates, count: best.length }, partial };
  }

  /** Adds a group's documents and their best score; `bit` says which group. Returns the number of candidates. */
  #gather(group: TermGroup, bit: number, before: number, all: number): number {
    const { scores } = this;
    const masks = this.#masks;
    const ofGroup = this.#ofGroup;
    let count = before;
    for (const { weight, postings } of group.terms) {
      const worth = worthOf(group, weight, all);
      for (const list of postings) {
        for (const posting of list) {
          const ordinal = ordinalOf(posting);
          const mask = masks[ordinal] as number;
          const score = worth * impactOf(posting);
          const isNew = ((mask >>> bit) & 1) === 0;
          const gained = isNew ? score : Math.max(0, score - (ofGroup[ordinal] as number));
          if (mask === 0) this.#candidates[count++] = ordinal;
          if (isNew || gained > 0) ofGroup[ordinal] = score;
          scores[ordinal] = (scores[ordinal] as number) + gained;
          masks[ordinal] = mask | (1 << bit);
        }
      }
    }
    for (const { postings } of group.terms)
      for (const list of postings) for (const posting of list) ofGroup[ordinalOf(posting)] = 0;
    return count;
  }

  /** Grows the work arrays to the number of documents. */
  #makeRoom(capacity: number): void {
    if (this.#found.length >= capacity) return;
    this.#found = new Uint8Array(capacity);
    this.scores = new Float64Array(capacity);
    this.#ofGroup = lengthened(this.#ofGroup, capacity);
    this.#candidates = new Uint32Array(capacity);
    this.#masks = new Uint32Array(capacity);
  }
}

/** Score per point of impact of a group's term: high for rare groups, low for common ones. */
function worthOf({ documents }: TermGroup, weight: number, all: number): number {
  const inAny = Math.min(all, documents);
  return (Math.log(1 + (all - inAny + 0.5) / (inAny + 0.5)) * weight) / 255;
}
