import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';
import { sfntOfWoff } from './woff.ts';

/** The fonts of printed invoices. They come in small files, each for some letters, so that a document carries few of them. */

const FAMILIES = [
  { name: 'noto-sans', weights: [400, 700] },
  // Japanese, in one weight.
  { name: 'kosugi', weights: [400] },
] as const;

/** What stands for a letter that no font has. */
export const UNKNOWN_LETTER = '?';

interface FontFile {
  /** The name by which a document knows it. */
  name: string;
  bytes: Buffer;
  has(codePoint: number): boolean;
}

/** A piece of a text in one font. */
export interface TextRun {
  text: string;
  font: FontFile;
}

type Ranges = readonly (readonly [first: number, last: number])[];

const require = createRequire(import.meta.url);
const opened = new Map<string, FontFile>();
const subsets = new Map<string, [subset: string, ranges: Ranges][]>();

function folderOf(family: string): string {
  return dirname(dirname(require.resolve(`@fontsource/${family}/files/${family}-latin-400-normal.woff`)));
}

/** The files of a family and the letters that each may have. */
function subsetsOf(family: string): [string, Ranges][] {
  const known = subsets.get(family);
  if (known) return known;
  const listed = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >;
  // Latin first: most texts need no other.
  const found = Object.entries(listed)
    .map(([subset, text]): [string, Ranges] => [subset.replaceAll(/[[\]]/g, ''), rangesOf(text)])
    .sort(([a], [b]) => Number(b === 'latin') - Number(a === 'latin'));
  subsets.set(family, found);
  return found;
}

/** Ranges as stylesheets write them: "U+0-FF,U+131". */
function rangesOf(text: string): Ranges {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}

function fontFile(family: string, subset: string, weight: number): FontFile {
  const name = `${family}-${subset}-${weight}-normal`;
  const known = opened.get(name);
  if (known) return known;
  const bytes = sfntOfWoff(readFileSync(join(folderOf(family), 'files', `${name}.woff`)));
  const font = create(bytes);
  const file: FontFile = {
    name,
    bytes,
    has: (codePoint) => 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint),
  };
  opened.set(name, file);
  return file;
}

/** The font for a letter; null where none has it. */
function fontFor(codePoint: number, isBold: boolean): FontFile | null {
  for (const { name, weights } of FAMILIES) {
    const weight = isBold ? Math.max(...weights) : weights[0];
    for (const [subset, ranges] of subsetsOf(name)) {
      if (!ranges.some(([first, last]) => codePoint >= first && codePoint <= last)) continue;
      const file = fontFile(name, subset, weight);
      if (file.has(codePoint)) return file;
    }
  }
  return null;
}

/** A text as pieces in one font each. Letters that no font has become `UNKNOWN_LETTER`, and `isWhole` is false. */
export function textRuns(text: string, isBold: boolean): { runs: TextRun[]; isWhole: boolean } {
  const runs: TextRun[] = [];
  let isWhole = true;
  for (const letter of text.normalize('NFC')) {
    let font = fontFor(letter.codePointAt(0) ?? 0, isBold);
    const shown = font ? letter : UNKNOWN_LETTER;
    isWhole &&= font !== null;
    font ??= fontFile('noto-sans', 'latin', isBold ? 700 : 400);
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ text: shown, font });
  }
  return { runs, isWhole };
}
