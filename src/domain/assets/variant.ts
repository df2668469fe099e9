import { FACETS } from '../catalogue/facets.ts';
import { FILE_ROLES, type FileRole, type ProductFile } from '../catalogue/product.ts';
import { cleanLine } from '../kernel/clean-text.ts';

/** Models in one download. */
export const SELECTION_MAX_PRODUCTS = 100;

/** Files of a product that belong together for one way of printing: "Pre-supported, 32 mm". */
export interface Variant {
  /** Used in URLs; depends on role and scale only. */
  key: string;
  label: string;
  fileIds: string[];
  sizeBytes: number;
}

type VariantFile = Pick<ProductFile, 'id' | 'role' | 'scale' | 'sizeBytes' | 'retiredAt'>;

/** A file replaced by a newer version can be downloaded by itself, never with the others. */
const isCurrent = ({ retiredAt }: VariantFile) => retiredAt === null;

/** The key of the download with every file. */
export const EVERYTHING = 'all';

/** Documents and extras form no variant of their own. */
const PRINTED: readonly FileRole[] = ['unsupported', 'presupported', 'slicer_project', 'sliced'];

/** The variants of a product, ordered by role and scale; empty if there is only one. */
export function variantsOf(files: readonly VariantFile[]): Variant[] {
  const variants = new Map<string, Variant>();
  for (const role of PRINTED) {
    const ofRole = files.filter((one) => one.role === role && isCurrent(one));
    for (const file of ofRole.sort((one, other) => placeOf(one.scale) - placeOf(other.scale))) {
      const key = keyOf(file);
      const known = variants.get(key) ?? { key, label: labelOf(file), fileIds: [], sizeBytes: 0 };
      known.fileIds.push(file.id);
      known.sizeBytes += file.sizeBytes;
      variants.set(key, known);
    }
  }
  return variants.size > 1 ? [...variants.values()] : [];
}

/** The files of a variant, or every file for `all`; null if there is no such variant. */
export function filesOfVariant<File extends VariantFile>(files: readonly File[], key: string): File[] | null {
  if (key === EVERYTHING) return files.filter(isCurrent);
  const variant = variantsOf(files).find((one) => one.key === key);
  return variant ? files.filter(({ id }) => variant.fileIds.includes(id)) : null;
}

function keyOf({ role, scale }: Pick<VariantFile, 'role' | 'scale'>): string {
  return [role.replaceAll('_', '-'), scale].filter((part) => part !== null).join('-');
}

/** Sort position of a scale, small to large; no scale comes first. */
function placeOf(scale: string | null): number {
  return scale === null ? -1 : Object.keys(FACETS.scale.values).indexOf(scale);
}

function labelOf({ role, scale }: VariantFile): string {
  const scales: Record<string, string> = FACETS.scale.values;
  return scale === null ? FILE_ROLES[role] : `${FILE_ROLES[role]}, ${scales[scale] ?? scale}`;
}

/**
 * The path of each file in an archive, in the given order: unique, and safe on every system. With several variants, each
 * has a folder named by its key; documents and extras are at the top level.
 */
export function archivePaths(files: readonly Pick<ProductFile, 'name' | 'role' | 'scale'>[]): string[] {
  const folders = files.map((file) => (PRINTED.includes(file.role) ? keyOf(file) : null));
  const several = new Set(folders.filter((folder) => folder !== null)).size > 1;
  const taken = new Set<string>();
  return files.map(({ name }, at) => {
    const folder = several && folders[at] ? `${folders[at]}/` : '';
    const safe = fileNameOf(name);
    const dot = safe.lastIndexOf('.');
    const [stem, end] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let path = folder + safe;
    for (let copy = 2; taken.has(path.toLowerCase()); copy++) path = `${folder}${stem} (${copy})${end}`;
    taken.add(path.toLowerCase());
    return path;
  });
}

const NAME_MAX = 120;
/** Device names reserved by Windows, with any extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A safe file name: no path, allowed on every system, never empty, at most 120 characters. */
export function fileNameOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const safe = cleanLine(last.replace(/[\p{Cc}\p{Cf}<>:"|?*]|\p{Cs}/gu, '_'))
    .replace(/^\.+|[. ]+$/g, '')
    .replace(DEVICES, '_$1');
  if (safe.length <= NAME_MAX) return safe === '' ? 'file' : safe;
  const dot = safe.lastIndexOf('.');
  const end = dot > 0 && safe.length - dot <= 12 ? safe.slice(dot) : '';
  // Cutting a surrogate pair would leave a half that a URL cannot encode.
  return safe.slice(0, NAME_MAX - end.length).replace(/[\ud800-\udbff]$/, '') + end;
}
