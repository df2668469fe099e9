/**
 * Which files a seller may send, judged by name and by first bytes. What a file is called only says what it claims to
 * be; `contentRefusal` looks whether that is true.
 */

/** What a kind of file is for. */
export type FilePurpose = 'model' | 'project' | 'sliced' | 'document' | 'picture' | 'archive';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** One upload weighs at most this much. In bytes. */
export const UPLOAD_MAX_BYTES = 2 * GB;

/** Every kind that is taken, by the ending of its name. Sizes in bytes. */
const KINDS = {
  stl: { purpose: 'model', mostBytes: 300 * MB },
  obj: { purpose: 'model', mostBytes: UPLOAD_MAX_BYTES },
  '3mf': { purpose: 'model', mostBytes: UPLOAD_MAX_BYTES },
  lys: { purpose: 'project', mostBytes: UPLOAD_MAX_BYTES },
  lyt: { purpose: 'project', mostBytes: UPLOAD_MAX_BYTES },
  chitubox: { purpose: 'project', mostBytes: UPLOAD_MAX_BYTES },
  voxl: { purpose: 'project', mostBytes: UPLOAD_MAX_BYTES },
  ctb: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  cbddlp: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  photon: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  pwmx: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  pwmo: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  pwma: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  pm3: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  goo: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  phz: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  sl1: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  gcode: { purpose: 'sliced', mostBytes: UPLOAD_MAX_BYTES },
  pdf: { purpose: 'document', mostBytes: 200 * MB },
  txt: { purpose: 'document', mostBytes: MB },
  md: { purpose: 'document', mostBytes: MB },
  jpg: { purpose: 'picture', mostBytes: 50 * MB },
  jpeg: { purpose: 'picture', mostBytes: 50 * MB },
  png: { purpose: 'picture', mostBytes: 50 * MB },
  webp: { purpose: 'picture', mostBytes: 50 * MB },
  zip: { purpose: 'archive', mostBytes: UPLOAD_MAX_BYTES },
} as const satisfies Record<string, { purpose: FilePurpose; mostBytes: number }>;

export type FileKind = keyof typeof KINDS;

/** Endings of what runs, or is shown as a page, on somebody's machine. */
const ACTIVE =
  /\.(exe|msi|dll|com|scr|bat|cmd|ps1|vbs|vbe|jse?|mjs|cjs|wsf|hta|jar|apk|app|dmg|pkg|deb|rpm|appimage|sh|bash|py|pl|rb|php|aspx?|jsp|html?|xhtml|shtml|mht|mhtml|svgz?|xml|xsl|swf|lnk|url|desktop|reg|iso|img|docm|xlsm|blend)$/i;
/** Archives that are not opened here. */
const OTHER_ARCHIVES = /\.(rar|7z|tar|gz|tgz|bz2|xz|zst|cab|arj|lzh|zipx|z\d\d|part\d+)$/i;

/** What systems leave in folders, which nobody meant to send. */
const LEFTOVERS =
  /^(__MACOSX|Thumbs\.db|ehthumbs(_vista)?\.db|desktop\.ini|Icon\r|\$RECYCLE\.BIN|@eaDir|System Volume Information)$/i;

export type NameRefusal = 'file-active' | 'file-archive' | 'file-kind' | 'file-empty' | 'file-too-large';
export type ContentRefusal = 'file-content' | 'file-no-text';

/** Every refusal as a sentence a seller can read. */
export const FILE_SENTENCES: { readonly [refusal in NameRefusal | ContentRefusal]: string } = {
  'file-active': 'Programs, scripts and web pages are not taken.',
  'file-archive': 'Only ZIP archives are opened; unpack the others before you send them.',
  'file-kind':
    'This kind of file is not taken: send models, slicer files, PDF or text, pictures, or a ZIP of these.',
  'file-empty': 'This file is empty.',
  'file-too-large': 'This file is too large: at most 300 MB for an STL, 2 GB for others.',
  'file-content': 'What is inside this file is not what its name says; export it again.',
  'file-no-text': 'This is no text file.',
};

/** The last step of a path, whichever way its steps are parted. */
export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? '';
}

/** What a name claims the file to be, or null for a kind that is not taken. */
export function fileKind(path: string): FileKind | null {
  const ending = /[^.]\.([a-z0-9]+)$/i.exec(baseName(path))?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(KINDS, ending) ? (ending as FileKind) : null;
}

/** What this kind is for. */
export function purposeOf(kind: FileKind): FilePurpose {
  return KINDS[kind].purpose;
}

/** The most a file of this kind may weigh, in bytes. */
export function mostBytesOf(kind: FileKind): number {
  return KINDS[kind].mostBytes;
}

/** Whether nobody meant to send this: hidden files, folders themselves, what systems leave behind. */
export function isLeftover(path: string): boolean {
  const steps = path.split(/[/\\]/).filter((step) => step !== '' && step !== '.');
  if (steps.length === 0 || /[/\\]$/.test(path)) return true;
  if (steps.some((step) => LEFTOVERS.test(step) || (step.startsWith('.') && step !== '..'))) return true;
  return /^~\$|~$|\.(tmp|part|crdownload)$/i.test(baseName(path));
}

/** Why a file of this name and size is not taken, or null. */
export function nameRefusal(path: string, sizeBytes: number): NameRefusal | null {
  const name = baseName(path);
  if (ACTIVE.test(name)) return 'file-active';
  if (OTHER_ARCHIVES.test(name)) return 'file-archive';
  const kind = fileKind(path);
  if (!kind) return 'file-kind';
  if (sizeBytes <= 0) return 'file-empty';
  return sizeBytes > mostBytesOf(kind) ? 'file-too-large' : null;
}

/** How many bytes from a file's start `contentRefusal` wants to see. */
export const CONTENT_HEAD_BYTES = 65_536;

const ascii = (text: string) => [...text].map((sign) => sign.charCodeAt(0));
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** How files of these kinds begin. */
const SIGNATURES: Partial<Record<FileKind, readonly (readonly number[])[]>> = {
  '3mf': [ZIP],
  zip: [ZIP, [0x50, 0x4b, 0x05, 0x06]],
  sl1: [ZIP],
  pdf: [ascii('%PDF-')],
  jpg: [[0xff, 0xd8, 0xff]],
  jpeg: [[0xff, 0xd8, 0xff]],
  png: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  webp: [ascii('RIFF')],
};
/** How programs begin: Windows, Linux, macOS, scripts, Java. */
const PROGRAMS: readonly (readonly number[])[] = [
  ascii('MZ'),
  [0x7f, ...ascii('ELF')],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
  ascii('#!'),
];
const TEXTS: readonly FileKind[] = ['txt', 'md', 'obj', 'gcode'];
/** Binary formats without a public signature; whatever else they are, they are no archive of ours and no program. */
const MARKUP = /^\s*(<\?xml|<!doctype|<html|<svg|<script|<head|<body|<iframe)/i;

/** Why the content is not what the name says, or null. `head` is the file's first CONTENT_HEAD_BYTES bytes. */
export function contentRefusal(kind: FileKind, head: ArrayLike<number>): ContentRefusal | null {
  const begins = (signature: readonly number[]) => signature.every((byte, at) => head[at] === byte);
  const signatures = SIGNATURES[kind];
  if (signatures) return signatures.some(begins) ? null : 'file-content';
  if (TEXTS.includes(kind)) {
    for (let at = 0; at < head.length; at++) if (head[at] === 0) return 'file-no-text';
  }
  // A binary STL begins with 80 bytes of anything; its reader judges it by its size and triangles.
  if (kind !== 'stl' && PROGRAMS.some(begins)) return 'file-content';
  return MARKUP.test(textOf(head, 512)) ? 'file-content' : null;
}

function textOf(bytes: ArrayLike<number>, most: number): string {
  let text = '';
  const skip = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let at = skip; at < Math.min(bytes.length, most); at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}
