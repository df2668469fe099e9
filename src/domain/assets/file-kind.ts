/**
 * Which files a seller may upload, by name and by content. The name is only a claim; `contentRefusal` checks it against
 * the file's first bytes.
 */

/** What a kind of file is for. */
export type FilePurpose = 'model' | 'project' | 'sliced' | 'document' | 'picture' | 'archive';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Maximum size of one upload, in bytes. */
export const UPLOAD_MAX_BYTES = 2 * GB;

/** Every accepted kind by its file extension. Sizes in bytes. */
const KINDS = {
  stl: { purpose: 'model', maxBytes: 300 * MB },
  obj: { purpose: 'model', maxBytes: UPLOAD_MAX_BYTES },
  '3mf': { purpose: 'model', maxBytes: UPLOAD_MAX_BYTES },
  glb: { purpose: 'model', maxBytes: UPLOAD_MAX_BYTES },
  ply: { purpose: 'model', maxBytes: UPLOAD_MAX_BYTES },
  lys: { purpose: 'project', maxBytes: UPLOAD_MAX_BYTES },
  lyt: { purpose: 'project', maxBytes: UPLOAD_MAX_BYTES },
  chitubox: { purpose: 'project', maxBytes: UPLOAD_MAX_BYTES },
  voxl: { purpose: 'project', maxBytes: UPLOAD_MAX_BYTES },
  ctb: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  cbddlp: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  photon: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  pwmx: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  pwmo: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  pwma: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  pm3: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  goo: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  phz: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  sl1: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  gcode: { purpose: 'sliced', maxBytes: UPLOAD_MAX_BYTES },
  pdf: { purpose: 'document', maxBytes: 200 * MB },
  txt: { purpose: 'document', maxBytes: MB },
  md: { purpose: 'document', maxBytes: MB },
  jpg: { purpose: 'picture', maxBytes: 50 * MB },
  jpeg: { purpose: 'picture', maxBytes: 50 * MB },
  png: { purpose: 'picture', maxBytes: 50 * MB },
  webp: { purpose: 'picture', maxBytes: 50 * MB },
  zip: { purpose: 'archive', maxBytes: UPLOAD_MAX_BYTES },
} as const satisfies Record<string, { purpose: FilePurpose; maxBytes: number }>;

export type FileKind = keyof typeof KINDS;

/** The formats of models that are read, as people call them: "STL", "OBJ" and so on. */
export const MODEL_FORMATS: readonly string[] = Object.entries(KINDS).flatMap(([kind, { purpose }]) =>
  purpose === 'model' ? [kind.toUpperCase()] : [],
);

/** The same in a sentence: "STL, OBJ, 3MF, GLB or PLY". */
export function modelFormatsText(last: 'and' | 'or'): string {
  return `${MODEL_FORMATS.slice(0, -1).join(', ')} ${last} ${MODEL_FORMATS.at(-1)}`;
}

/** Extensions of files that could run, or render as a page, on a user's machine. */
const ACTIVE =
  /\.(exe|msi|dll|com|scr|bat|cmd|ps1|vbs|vbe|jse?|mjs|cjs|wsf|hta|jar|apk|app|dmg|pkg|deb|rpm|appimage|sh|bash|py|pl|rb|php|aspx?|jsp|html?|xhtml|shtml|mht|mhtml|svgz?|xml|xsl|swf|lnk|url|desktop|reg|iso|img|docm|xlsm|blend)$/i;
/** Archive formats that are not supported. */
const OTHER_ARCHIVES = /\.(rar|7z|tar|gz|tgz|bz2|xz|zst|cab|arj|lzh|zipx|z\d\d|part\d+)$/i;

/** Files that operating systems leave in folders. */
const LEFTOVERS =
  /^(__MACOSX|Thumbs\.db|ehthumbs(_vista)?\.db|desktop\.ini|Icon\r|\$RECYCLE\.BIN|@eaDir|System Volume Information)$/i;

export type NameRefusal = 'file-active' | 'file-archive' | 'file-kind' | 'file-empty' | 'file-too-large';
export type ContentRefusal = 'file-content' | 'file-no-text';

/** Every refusal as a sentence a seller can read. */
export const FILE_SENTENCES: { readonly [refusal in NameRefusal | ContentRefusal]: string } = {
  'file-active': 'Programs, scripts and web pages are not accepted.',
  'file-archive': 'Only ZIP archives are supported; unpack other archives before you upload them.',
  'file-kind':
    'This kind of file is not accepted: upload models, slicer files, PDF or text, pictures, or a ZIP of these.',
  'file-empty': 'This file is empty.',
  'file-too-large': 'This file is too large: at most 300 MB for an STL, 2 GB for other files.',
  'file-content': 'The content of this file does not match its name; export it again.',
  'file-no-text': 'This is not a text file.',
};

/** The last segment of a path, with either kind of separator. */
export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? '';
}

/** The file kind a name claims, or null if it is not accepted. */
export function fileKind(path: string): FileKind | null {
  const extension = /[^.]\.([a-z0-9]+)$/i.exec(baseName(path))?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(KINDS, extension) ? (extension as FileKind) : null;
}

export function purposeOf(kind: FileKind): FilePurpose {
  return KINDS[kind].purpose;
}

/** Maximum size of a file of this kind, in bytes. */
export function maxBytesOf(kind: FileKind): number {
  return KINDS[kind].maxBytes;
}

/** Whether this is clutter to skip: hidden files, folder entries, system files. */
export function isLeftover(path: string): boolean {
  const steps = path.split(/[/\\]/).filter((step) => step !== '' && step !== '.');
  if (steps.length === 0 || /[/\\]$/.test(path)) return true;
  if (steps.some((step) => LEFTOVERS.test(step) || (step.startsWith('.') && step !== '..'))) return true;
  return /^~\$|~$|\.(tmp|part|crdownload)$/i.test(baseName(path));
}

/** Why a file of this name and size is refused, or null. */
export function nameRefusal(path: string, sizeBytes: number): NameRefusal | null {
  const name = baseName(path);
  if (ACTIVE.test(name)) return 'file-active';
  if (OTHER_ARCHIVES.test(name)) return 'file-archive';
  const kind = fileKind(path);
  if (!kind) return 'file-kind';
  if (sizeBytes <= 0) return 'file-empty';
  return sizeBytes > maxBytesOf(kind) ? 'file-too-large' : null;
}

/** How many bytes from a file's start `contentRefusal` needs. */
export const CONTENT_HEAD_BYTES = 65_536;

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** How files of these kinds begin. */
const SIGNATURES: Partial<Record<FileKind, readonly (readonly number[])[]>> = {
  '3mf': [ZIP],
  glb: [ascii('glTF')],
  ply: [ascii('ply\n'), ascii('ply\r')],
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
/** The byte order marks of UTF-16, in which some programs on Windows save an OBJ. */
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
const TEXTS: readonly FileKind[] = ['txt', 'md', 'obj', 'gcode'];
/** How pages and scripts begin; refused in every format without a signature of its own. */
const MARKUP = /^\s*(<\?xml|<!doctype|<html|<svg|<script|<head|<body|<iframe)/i;

/** Why the content does not match the kind, or null. `head` is the file's first CONTENT_HEAD_BYTES bytes. */
export function contentRefusal(kind: FileKind, head: ArrayLike<number>): ContentRefusal | null {
  const begins = (signature: readonly number[]) => signature.every((byte, at) => head[at] === byte);
  const signatures = SIGNATURES[kind];
  if (signatures) return signatures.some(begins) ? null : 'file-content';
  if (TEXTS.includes(kind)) {
    const isWide = kind === 'obj' && UTF_16.some(begins);
    for (let at = 0; at < head.length && !isWide; at++) if (head[at] === 0) return 'file-no-text';
  }
  // A binary STL begins with 80 arbitrary bytes; its reader checks size and triangles.
  if (kind !== 'stl' && PROGRAMS.some(begins)) return 'file-content';
  return MARKUP.test(textOf(head, 512)) ? 'file-content' : null;
}

function textOf(bytes: ArrayLike<number>, maxLength: number): string {
  let text = '';
  const skip = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let at = skip; at < Math.min(bytes.length, maxLength); at++)
    text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}
