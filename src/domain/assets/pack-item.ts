import { type FilePurpose, fileKind, purposeOf } from './file-kind.ts';
import {
  areParts,
  isAside,
  isBaseWord,
  isPartWord,
  partHint,
  readStep,
  type Scale,
} from './pack-vocabulary.ts';

/** A file as it lies in what a seller dropped. Sizes in bytes, heights in millimetres where they are measured. */
export interface PackFile {
  /** From the drop's own top, steps parted by slashes. */
  path: string;
  sizeBytes: number;
  heightMm?: number | null;
}

/** What a path says about its file. */
export interface PackItem {
  file: PackFile;
  purpose: FilePurpose;
  support: 'unsupported' | 'presupported' | null;
  scale: Scale | null;
  version: number;
  copy: boolean;
  /** Folders that name something, from the top, as written. */
  folders: string[][];
  /** The folder of parts it lies in, or null: "Heads". */
  partFolder: string[] | null;
  /** What is left of the file's own name. */
  words: string[];
}

/** How a slicer's project in a 3MF is called, which otherwise looks like a model. */
const SLICER = /lychee|chitubox|slicer|project|bambu|prusa|orca/i;

/**
 * Reads a path. Steps nearer to the file are believed before those above.
 * @param packName stands above all steps; "" where the paths say everything.
 */
export function readItem(file: PackFile, packName: string): PackItem {
  const above = packName.replace(/\.zip$/i, '');
  const steps = [above, ...file.path.split(/[/\\]/)].filter((step) => step !== '' && step !== '.');
  const last = steps.length - 1;
  const ofBases = last > 0 && readStep(steps[last - 1] ?? '', 'folder').words.some(isBaseWord);
  const reads = steps.map((step, at) => readStep(step, at < last ? 'folder' : ofBases ? 'base' : 'file'));
  const folders: string[][] = [];
  let partFolder: string[] | null = null;
  for (const { words } of reads.slice(0, -1)) {
    if (words.length === 0 || isAside(words)) continue;
    if (areParts(words)) partFolder = words;
    else {
      // A folder packed into an archive of its own name says it twice.
      if (keyOf(folders.at(-1) ?? []) !== keyOf(words)) folders.push(words);
      // "Heads/Orc/…": what lies deeper says more.
      partFolder = null;
    }
  }
  const own = reads.at(-1);
  const nearest = [...reads].reverse();
  return {
    file,
    purpose: purposeAs(file.path),
    support: nearest.find(({ support }) => support !== null)?.support ?? null,
    scale: nearest.find(({ scale }) => scale !== null)?.scale ?? null,
    version: nearest.find(({ version }) => version !== null)?.version ?? 1,
    copy: own?.copy ?? false,
    folders,
    partFolder,
    words: own?.words ?? [],
  };
}

function purposeAs(path: string): FilePurpose {
  const kind = fileKind(path);
  if (kind === null) return 'document';
  return kind === '3mf' && SLICER.test(path) ? 'project' : purposeOf(kind);
}

/** Words as they are compared: without case. */
export function keyOf(words: readonly string[]): string {
  return words.map((word) => word.toLowerCase()).join(' ');
}

/** Whether `words` begin with all of `start`. */
export function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.length <= words.length && keyOf(words.slice(0, start.length)) === keyOf(start);
}

/** The part that a file of a folder of parts is, given what its own name says. */
export function partInFolder(folder: readonly string[], own: readonly string[]): string[] {
  const hint = partHint(folder);
  if (own.length === 0) return hint.length > 0 ? hint : [...folder];
  return hint.length === 0 || own.some(isPartWord) ? [...own] : [...hint, ...own];
}
