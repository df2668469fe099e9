import { chainOf, Groups, groupedBy, isBelow, type PackedFiles } from './pack-groups.ts';
import { type PackItem, partInFolder, startsWith, wordsKey } from './pack-item.ts';
import { isPartWord, type Parted, partedAtEnd, partedAtStart } from './pack-vocabulary.ts';

/** Groups files into products: models that belong together, and their extras. */
export function gathered(items: readonly PackItem[]): { groups: PackedFiles[]; loose: PackItem[] } {
  const groups = new Groups();
  const models = items.filter(({ purpose }) => purpose === 'model');
  const modelChains = models.map(({ folders }) => chainOf(folders));
  const projects = items.filter(({ purpose }) => purpose === 'project' || purpose === 'sliced');
  const [beside, alone] = [true, false].map((withModels) =>
    projects.filter(
      ({ folders }) => modelChains.some((chain) => isBelow(chain, chainOf(folders))) === withModels,
    ),
  );
  const makers = [...models, ...(alone ?? [])];
  const plain = makers.filter(({ partFolder }) => partFolder === null);
  for (const folder of groupedBy(plain, ({ folders }) => chainOf(folders)).values())
    addFolder(groups, folder);
  groups.mergeIntoFolders();
  const inPartFolders = makers.filter(({ partFolder }) => partFolder !== null);
  for (const item of inPartFolders) addOfPartFolder(groups, item);
  for (const item of beside ?? []) addProject(groups, item);
  const loose: PackItem[] = [];
  for (const item of items.filter(({ purpose }) => purpose === 'document' || purpose === 'picture')) {
    const home = groups.find(item, item.words) ?? groups.around(item) ?? groups.only('');
    if (home) home.members.push({ item, part: [] });
    else loose.push(item);
  }
  return { groups: groups.all(), loose };
}

/** The models of one folder: parts of the product it is named after, or products of their own. */
function addFolder(groups: Groups, items: readonly PackItem[]): void {
  const folders = items[0]?.folders ?? [];
  const chain = chainOf(folders);
  const folder = folders.at(-1) ?? [];
  const read = partedTogether(items);
  const names = new Map(read.map(({ item, parted }) => [wordsKey(item.words), ofFolder(parted, folder)]));
  const own = [...names.values()].filter((is) => is).length;
  // A folder is one product if most of its files carry its name or name nothing but parts.
  const isOneProduct =
    own > 0 && own * 2 >= names.size && (folder.length > 0 || (names.size > 1 && own === names.size));
  for (const { item, parted } of read) {
    const { subject, part } = parted;
    if (isOneProduct)
      groups.folder(chain, folder).members.push({ item, part: withoutName(item.words, folder) });
    else if (subject.length > 0) groups.named(chain, subject).members.push({ item, part });
    else groups.named(chain, item.words).members.push({ item, part: [] });
  }
}

/** A file in a folder such as "Heads" belongs to the product that contains the folder. */
function addOfPartFolder(groups: Groups, item: PackItem): void {
  const { folders, words } = item;
  const partFolder = item.partFolder ?? [];
  const chain = chainOf(folders);
  const folder = folders.at(-1) ?? [];
  const { subject, part } = partedAtEnd(words);
  const whole = groups.at(chain, '');
  if (whole) {
    whole.members.push({ item, part: partInFolder(partFolder, withoutName(words, folder)) });
    return;
  }
  const named = subject.length > 0 ? groups.find(item, words) : null;
  if (named) {
    named.members.push({ item, part: partInFolder(partFolder, part) });
    return;
  }
  const only = groups.only(chain);
  if (only) only.members.push({ item, part: partInFolder(partFolder, words) });
  else if (folder.length > 0 && !groups.anyBelow(chain))
    groups
      .folder(chain, folder)
      .members.push({ item, part: partInFolder(partFolder, withoutName(words, folder)) });
  else groups.named(chain, partFolder).members.push({ item, part: words });
}

/** A slicer file goes with the models it was made from. */
function addProject(groups: Groups, item: PackItem): void {
  const chain = chainOf(item.folders);
  const found = groups.at(chain, '') ?? groups.find(item, item.words);
  const home = found ?? (item.words.length === 0 ? (groups.around(item) ?? groups.only('')) : null);
  if (home) home.members.push({ item, part: withoutName(item.words, home.name) });
  else {
    const { subject, part } = partedAtEnd(item.words);
    if (subject.length > 0) groups.named(chain, subject).members.push({ item, part });
    else groups.named(chain, item.words).members.push({ item, part: [] });
  }
}

/** Whether a file's subject is the folder's name, or the file only names a part. */
function ofFolder({ subject }: Parted, folder: readonly string[]): boolean {
  if (subject.length === 0) return true;
  if (folder.length === 0) return false;
  const known = new Set(folder.map((word) => word.toLowerCase()));
  return startsWith(subject, folder) || subject.every((word) => known.has(word.toLowerCase()));
}

/** A file's name without the product's; unchanged if the product's name is not in it. */
function withoutName(words: readonly string[], name: readonly string[]): string[] {
  const rest = words.length - name.length;
  if (startsWith(words, name)) return words.slice(name.length);
  if (rest > 0 && wordsKey(words.slice(rest)) === wordsKey(name)) return words.slice(0, rest);
  const known = new Set(name.map((word) => word.toLowerCase()));
  let at = 0;
  while (at < words.length && known.has(words[at]?.toLowerCase() ?? '')) at++;
  return words.slice(at);
}

interface Read {
  item: PackItem;
  parted: Parted;
}

/** Splits the names of files in one folder into subject and part, comparing them with each other. */
function partedTogether(items: readonly PackItem[]): Read[] {
  const read = items.map((item) => ({ item, parted: partedAtEnd(item.words) }));
  const subjects = new Set(
    read.filter(({ parted }) => parted.part.length > 0).map(({ parted }) => wordsKey(parted.subject)),
  );
  // "Body_Orc" and "Head_Orc": a leading part counts if the rest occurs more than once.
  const starts = groupedBy(
    read.filter(({ parted }) => parted.part.length === 0),
    ({ item }) => wordsKey(partedAtStart(item.words).subject),
  );
  for (const [rest, alike] of starts) {
    const parts = new Set(alike.map(({ item }) => wordsKey(item.words)));
    if (rest !== '' && (parts.size > 1 || subjects.has(rest)))
      for (const one of alike) one.parted = partedAtStart(one.item.words);
  }
  for (const alike of groupedBy(read, ({ parted }) => wordsKey(parted.subject)).values()) sharePart(alike);
  return read;
}

/**
 * Moves part words that all files share to the subject, as long as each file remains a part: "Wolf Rider Head" and
 * "Wolf Rider Body" are parts of a "Wolf Rider", although "rider" alone names a part.
 */
function sharePart(alike: Read[]): void {
  const [first] = alike;
  if (!first || first.parted.subject.length === 0) return;
  const { part } = first.parted;
  const same = alike.every(({ parted }) => wordsKey(parted.part) === wordsKey(part));
  let shared = same ? part.length : 0;
  if (!same) {
    const fits = (length: number) =>
      alike.every(
        ({ parted }) =>
          startsWith(parted.part, part.slice(0, length)) && parted.part.slice(length).some(isPartWord),
      );
    while (shared < part.length && fits(shared + 1)) shared++;
  }
  if (same && !part.some(isPartWord)) return;
  for (const one of alike) {
    const { subject, part: own } = one.parted;
    one.parted = { subject: [...subject, ...own.slice(0, shared)], part: own.slice(shared) };
  }
}
