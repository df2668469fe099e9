import { keyOf, type PackItem, startsWith } from './pack-item.ts';

/** A file in its product, and which part of that it is. */
export interface Member {
  item: PackItem;
  part: string[];
}

/** Files that belong together. */
export interface Group {
  /** The folder it was found in. */
  chain: string;
  /** What it is called within that folder; "" where the folder itself is the product. */
  within: string;
  name: string[];
  members: Member[];
}

/** The place of a folder, as it is compared. */
export const chainOf = (folders: readonly (readonly string[])[]) => folders.map(keyOf).join('/');

/** Whether a folder is this one or lies in it. */
export const isBelow = (chain: string, top: string) =>
  top === '' || chain === top || chain.startsWith(`${top}/`);

/** Things by the key each of them has, in the order given. */
export function groupedBy<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const known = groups.get(key(one));
    if (known) known.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}

/** What a product is called of which no name tells anything. */
const NAMELESS = ['Model'];

/** The products found so far. Where several would do, none is taken: the seller decides. */
export class Groups {
  readonly #groups = new Map<string, Group>();

  all(): Group[] {
    return [...this.#groups.values()].filter(({ members }) => members.length > 0);
  }

  at(chain: string, within: string): Group | null {
    return this.#groups.get(`${chain}\n${within}`) ?? null;
  }

  /** The product that a folder is. */
  folder(chain: string, name: readonly string[]): Group {
    return this.#begun(chain, '', name.length > 0 ? name : NAMELESS);
  }

  /** The product of this name in a folder. */
  named(chain: string, name: readonly string[]): Group {
    const called = name.length > 0 ? name : NAMELESS;
    return this.#begun(chain, keyOf(called), called);
  }

  #begun(chain: string, within: string, name: readonly string[]): Group {
    const known = this.at(chain, within);
    if (known) return known;
    const group: Group = { chain, within, name: [...name], members: [] };
    this.#groups.set(`${chain}\n${within}`, group);
    return group;
  }

  /** "Supported/Orc.stl" beside "Unsupported/Orc/Body.stl": the file belongs to the folder of its name. */
  mergeIntoFolders(): void {
    for (const group of this.all().filter(({ within }) => within !== '')) {
      const homes = this.all().filter(
        ({ chain, within, name }) =>
          within === '' &&
          chain !== group.chain &&
          isBelow(chain, group.chain) &&
          keyOf(name) === group.within,
      );
      const [home] = homes;
      if (!home || homes.length > 1) continue;
      home.members.push(...group.members.splice(0));
    }
  }

  /** The product, here or below, that a file is called after: the one whose name is the longest start of the words. */
  find(item: PackItem, words: readonly string[]): Group | null {
    if (words.length === 0) return null;
    const top = chainOf(item.folders);
    const fitting = this.all().filter(
      ({ chain, name }) => isBelow(chain, top) && name.length > 0 && startsWith(words, name),
    );
    const longest = Math.max(0, ...fitting.map(({ name }) => name.length));
    const best = fitting.filter(({ name }) => name.length === longest);
    return best.length === 1 ? (best[0] ?? null) : null;
  }

  /** The product whose folder the file lies in, however deep; or the only one in the file's own folder and below. */
  around(item: PackItem): Group | null {
    const here = chainOf(item.folders);
    const holding = this.all().filter(({ chain, within }) => within === '' && isBelow(here, chain));
    const deepest = holding.sort((one, other) => other.chain.length - one.chain.length)[0];
    return deepest ?? this.only(here);
  }

  /** The only product of a folder and what lies below it. */
  only(top: string): Group | null {
    return sole(this.all().filter(({ chain }) => isBelow(chain, top)));
  }

  anyBelow(top: string): boolean {
    return this.all().some(({ chain }) => isBelow(chain, top));
  }
}

function sole(groups: Group[]): Group | null {
  return groups.length === 1 ? (groups[0] ?? null) : null;
}
