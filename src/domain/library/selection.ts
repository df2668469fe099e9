import { fileNameOf, SELECTION_MAX_PRODUCTS } from '../assets/variant.ts';
import { fileSizeText } from '../kernel/file-size.ts';

/** Size of the files in one download, in bytes: 10 GB. */
export const SELECTION_MAX_BYTES = 10_000_000_000;

export type SelectionRefusal = 'none' | 'too-many' | 'too-large';

export const SELECTION_REFUSAL_TEXTS: Record<SelectionRefusal, string> = {
  none: 'Choose at least one model.',
  'too-many': `One download holds at most ${SELECTION_MAX_PRODUCTS} models; choose fewer.`,
  'too-large': `One download holds at most ${fileSizeText(SELECTION_MAX_BYTES)}; choose fewer models, or download the largest one by itself.`,
};

/** Why so many models with files of `sizeBytes` in all are not packed into one archive, or null. */
export function selectionRefusal(products: number, sizeBytes: number): SelectionRefusal | null {
  if (products === 0) return 'none';
  if (products > SELECTION_MAX_PRODUCTS) return 'too-many';
  return sizeBytes > SELECTION_MAX_BYTES ? 'too-large' : null;
}

/** Longest name of a folder: two of them and a file must fit into the 260 characters of Windows. */
const FOLDER_MAX = 50;

/** The folder of each product in an archive, "artist/model": unique, and safe on every system. */
export function selectionFolders(products: readonly { name: string; store: string }[]): string[] {
  const taken = new Set<string>();
  return products.map(({ name, store }) => {
    const folder = `${folderName(store)}/${folderName(name)}`;
    let unique = folder;
    for (let copy = 2; taken.has(unique.toLowerCase()); copy++) unique = `${folder} (${copy})`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function folderName(name: string): string {
  const safe = fileNameOf(name.replaceAll(/[/\\]/g, '-'));
  const characters = [...safe].slice(0, FOLDER_MAX);
  // What was cut off may leave a dot or a space at the end, which Windows drops.
  while (/^[. ]$/.test(characters.at(-1) ?? '')) characters.pop();
  return characters.join('') || 'model';
}
