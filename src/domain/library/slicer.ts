import { fileNameOf } from '../assets/variant.ts';
import type { Instant } from '../kernel/instant.ts';

/**
 * Opening an owned file in a slicer: the browser starts the program with the address of a link, and the program fetches
 * the file itself, without the visitor's session.
 */

/** How long such a link works, in ms: time to start the program, not to pass the link on. */
export const OPEN_LINK_MS = 10 * 60_000;

interface SlicerFacts {
  name: string;
  /** The program's URL scheme; null where it opens no links from this site, or documents none. */
  scheme: string | null;
  /** What to know about it, in one sentence; "" for nothing. */
  note: string;
  /** Whether it opens links to 3MF files only: other models are written as one on the way. */
  only3mf?: boolean;
}

/**
 * Programs to open a file in. Schemes and limits as read from the programs' sources: OrcaSlicer 2.4, ElegooSlicer 1,
 * UltiMaker Cura 5.7, Creality Print, Bambu Studio 2.8, PrusaSlicer 2.9; Lychee's as developers of other sites use it. Bambu
 * Studio refuses any name that does not end in .3mf before it asks for the file. Anycubic Slicer Next opens files of its own site only.
 */
export const SLICERS = {
  orca: { name: 'OrcaSlicer', scheme: 'orcaslicer', note: '' },
  lychee: {
    name: 'Lychee Slicer (resin)',
    scheme: 'lycheeslicer',
    note: 'If Lychee does not start, download the file and open it there.',
  },
  chitubox: {
    name: 'Chitubox (resin)',
    scheme: null,
    note: 'Chitubox opens no links: download the file and open it there.',
  },
  bambu: {
    name: 'Bambu Studio',
    scheme: 'bambustudio',
    only3mf: true,
    note: 'Bambu Studio trusts MakerWorld only: it asks first, and older versions refuse. Then download the file.',
  },
  cura: { name: 'UltiMaker Cura', scheme: 'cura', note: 'Cura opens links since version 5.7.' },
  creality: { name: 'Creality Print', scheme: 'crealityprintlink', note: '' },
  elegoo: { name: 'ElegooSlicer', scheme: 'elegooslicer', note: '' },
  prusa: {
    name: 'PrusaSlicer',
    scheme: null,
    note: 'PrusaSlicer opens links from Printables, Thingiverse and Cults only, not from here: download the file and open it there.',
  },
  link: {
    name: 'Another program',
    scheme: null,
    note: 'Copy the link and paste it where your program takes an address, or download the file.',
  },
} as const satisfies Record<string, SlicerFacts>;
export type Slicer = keyof typeof SLICERS;

/** The slicer of people who never chose: OrcaSlicer slices for filament only. */
export const firstSlicer = (isForResin: boolean): Slicer => (isForResin ? 'lychee' : 'orca');

export function isSlicer(name: string | null): name is Slicer {
  return name !== null && Object.hasOwn(SLICERS, name);
}

const OPENED = /\.(stl|obj|3mf)$/i;

/** Whether slicers open a file of this name. */
export function isForSlicers(fileName: string): boolean {
  return OPENED.test(fileName);
}

/** Whether a slicer gets this file as a 3MF that is written on the way. */
export function isWrittenAs3mf(slicer: Slicer, fileName: string): boolean {
  const { only3mf = false }: SlicerFacts = SLICERS[slicer];
  return only3mf && isConvertible(fileName);
}

/** Whether the link to a file may also give it as a 3MF. */
export function isConvertible(fileName: string): boolean {
  return /\.(stl|obj)$/i.test(fileName);
}

/** The name of a file that is written as a 3MF: "golem.3mf". */
export function nameAs3mf(fileName: string): string {
  return fileName.replace(/\.[a-z0-9]+$/i, '.3mf');
}

/**
 * The address that starts a slicer with a file; null where it opens none.
 * @param url the address of the file.
 * @param onMac whether the visitor's computer is a Mac, where Bambu Studio has a scheme of its own.
 */
export function slicerAddress(slicer: Slicer, url: string, onMac: boolean): string | null {
  const { scheme } = SLICERS[slicer];
  if (scheme === null) return null;
  if (slicer === 'bambu' && onMac) return `bambustudioopen://${encodeURIComponent(url)}`;
  if (slicer === 'lychee') return `lycheeslicer://open/${encodeURIComponent(url)}`;
  return `${scheme}://open?file=${encodeURIComponent(url)}`;
}

/**
 * A file's name as the last part of a link. Programs take name and kind of the file from there, and some decode the
 * address twice, so only letters, digits, dots and dashes are left.
 */
export function linkNameOf(fileName: string): string {
  return fileNameOf(fileName).replace(/[^A-Za-z0-9.-]+/g, '_');
}

/** One file for one person, until a moment. */
export interface OpenedFile {
  userId: string;
  productId: string;
  fileId: string;
}

/** When a link that is made now stops working. */
export const openLinkUntil = (now: Instant): Instant => now + OPEN_LINK_MS;
