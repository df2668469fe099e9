import { type PackItem, startsWith, wordsKey } from './pack-item.ts';

/** A file in a product, with the part it is. */
export interface PackMember {
  item: PackItem;
  part: string[];
}

/** Files that belong together. */
export interface PackedFiles {
  /** The folder it was found in. */
  chain: string;
  /** Its name within that folder; "" if the folder itself is the product. */
  within: string;
  name: string[];
  members: PackMember[];
}

/** A folder's path as a key. */
export const chainOf = (folders: readonly (readonly string[])[]) => folders.map(wordsKey).join('/');

/** Whether a folder is this one or inside it. */
export const isBelow = (chain: string, top: string) =>
  top === '' || chain === top || chain.startsWith(`${top}/`);

/** Items grouped by key, in the given order. */
export function groupedBy<T>(all: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of all) {
    const known = groups.get(key(item));
    if (known) known.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** Name of a product that no file or folder names. */
const NAMELESS = ['Model'];

/** The products found so far. An ambiguous file is assigned to none: the seller decides. */
export class Groups {
  readonly #groups = new Map<string, PackedFiles>();

  all(): PackedFiles[] {
    return [...this.#groups.values()].filter(({ members }) => members.length > 0);
  }

  at(chain: string, within: string): PackedFiles | null {
    return this.#groups.get(`${chain}\n${within}`) ?? null;
  }

  /** The product that is this whole folder. */
  folder(chain: string, name: readonly string[]): PackedFiles {
    return this.#getOrCreate(chain, '', name.length > 0 ? name : NAMELESS);
  }

  /** The product with this name in a folder. */
  named(chain: string, name: readonly string[]): PackedFiles {
    const called = name.length > 0 ? name : NAMELESS;
    return this.#getOrCreate(chain, wordsKey(called), called);
  }

  #getOrCreate(chain: string, within: string, name: readonly string[]): PackedFiles {
    const known = this.at(chain, within);
    if (known) return known;
    const group: PackedFiles = { chain, within, name: [...name], members: [] };
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
          wordsKey(name) === group.within,
      );
      const [home] = homes;
      if (!home || homes.length > 1) continue;
      home.members.push(...group.members.splice(0));
    }
  }

  /** The product, here or below, that a file is named after: the one with the longest name that the words start with. */
  find(item: PackItem, words: readonly string[]): PackedFiles | null {
    if (words.length === 0) return null;
    const top = chainOf(item.folders);
    const fitting = this.all().filter(
      ({ chain, name }) => isBelow(chain, top) && name.length > 0 && startsWith(words, name),
    );
    const longest = Math.max(0, ...fitting.map(({ name }) => name.length));
    const best = fitting.filter(({ name }) => name.length === longest);
    return best.length === 1 ? (best[0] ?? null) : null;
  }

  /** The product whose folder contains the file, at any depth; or the only one in the file's own folder and below. */
  around(item: PackItem): PackedFiles | null {
    const here = chainOf(item.folders);
    const holding = this.all().filter(({ chain, within }) => within === '' && isBelow(here, chain));
    const deepest = holding.sort((one, other) => other.chain.length - one.chain.length)[0];
    return deepest ?? this.only(here);
  }

  /** The only product in a folder and below. */
  only(top: string): PackedFiles | null {
    return sole(this.all().filter(({ chain }) => isBelow(chain, top)));
  }

  anyBelow(top: string): boolean {
    return this.all().some(({ chain }) => isBelow(chain, top));
  }
}

function sole(groups: PackedFiles[]): PackedFiles | null {
  return groups.length === 1 ? (groups[0] ?? null) : null;
}
