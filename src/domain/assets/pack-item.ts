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

/** A file as the seller dropped it. Size in bytes; height in millimetres if measured. */
export interface PackFile {
  /** Relative to the root of the drop, separated by slashes. */
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
  /** Names of the meaningful folders, from the top, as written. */
  folders: string[][];
  /** The folder of parts that contains it, such as "Heads", or null. */
  partFolder: string[] | null;
  /** The remaining words of the file name. */
  words: string[];
}

/** Names of slicer projects saved as 3MF, which otherwise look like models. */
const SLICER = /lychee|chitubox|slicer|project|bambu|prusa|orca/i;

/**
 * Reads a path. Segments nearer to the file take precedence.
 * @param packName is read as the outermost folder; "" if the paths say everything.
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
      // A folder inside an archive of the same name repeats it.
      if (wordsKey(folders.at(-1) ?? []) !== wordsKey(words)) folders.push(words);
      // "Heads/Orc/…": the deeper folder is more specific.
      partFolder = null;
    }
  }
  const own = reads.at(-1);
  const nearest = [...reads].reverse();
  return {
    file,
    purpose: purposeOfPath(file.path),
    support: nearest.find(({ support }) => support !== null)?.support ?? null,
    scale: nearest.find(({ scale }) => scale !== null)?.scale ?? null,
    version: nearest.find(({ version }) => version !== null)?.version ?? 1,
    copy: own?.copy ?? false,
    folders,
    partFolder,
    words: own?.words ?? [],
  };
}

function purposeOfPath(path: string): FilePurpose {
  const kind = fileKind(path);
  if (kind === null) return 'document';
  return kind === '3mf' && SLICER.test(path) ? 'project' : purposeOf(kind);
}

/** Words as a key, ignoring case. */
export function wordsKey(words: readonly string[]): string {
  return words.map((word) => word.toLowerCase()).join(' ');
}

/** Whether `words` begin with all of `start`. */
export function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.length <= words.length && wordsKey(words.slice(0, start.length)) === wordsKey(start);
}

/** Which part a file in a folder of parts is, given the words of its own name. */
export function partInFolder(folder: readonly string[], own: readonly string[]): string[] {
  const hint = partHint(folder);
  if (own.length === 0) return hint.length > 0 ? hint : [...folder];
  return hint.length === 0 || own.some(isPartWord) ? [...own] : [...hint, ...own];
}
