import { FACETS } from '../catalogue/facets.ts';
import { FILE_ROLES, type FileRole, type ProductFile } from '../catalogue/product.ts';
import { cleanLine } from '../kernel/clean-text.ts';

/** Files of a product that belong together for one way of printing: "Pre-supported, 32 mm". */
export interface Variant {
  /** Stands in addresses; stable as long as role and scale are. */
  key: string;
  label: string;
  fileIds: string[];
  sizeBytes: number;
}

type VariantFile = Pick<ProductFile, 'id' | 'role' | 'scale' | 'sizeBytes' | 'retiredAt'>;

/** A file that a newer version took the place of is fetched by itself, never with the others. */
const isCurrent = ({ retiredAt }: VariantFile) => retiredAt === null;

/** The key of the download that holds every file. */
export const EVERYTHING = 'all';

/** Documents and other extras go with everything, and make no variant of their own. */
const PRINTED: readonly FileRole[] = ['unsupported', 'presupported', 'slicer_project', 'sliced'];

/** The variants of a product in the order of roles and scales. A product with only one has none to choose from. */
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

/** The files of a variant, or all for `all`; null where there is no such variant. */
export function filesOfVariant<File extends VariantFile>(files: readonly File[], key: string): File[] | null {
  if (key === EVERYTHING) return files.filter(isCurrent);
  const variant = variantsOf(files).find((one) => one.key === key);
  return variant ? files.filter(({ id }) => variant.fileIds.includes(id)) : null;
}

function keyOf({ role, scale }: Pick<VariantFile, 'role' | 'scale'>): string {
  return [role.replaceAll('_', '-'), scale].filter((part) => part !== null).join('-');
}

/** Place of a scale in the list of scales, small to large; none comes first. */
function placeOf(scale: string | null): number {
  return scale === null ? -1 : Object.keys(FACETS.scale.values).indexOf(scale);
}

function labelOf({ role, scale }: VariantFile): string {
  const scales: Record<string, string> = FACETS.scale.values;
  return scale === null ? FILE_ROLES[role] : `${FILE_ROLES[role]}, ${scales[scale] ?? scale}`;
}

/**
 * Where each file lies in an archive, in the order given: safe on every system, each once. Files for several ways of
 * printing lie in a folder each, named by the variant's key; documents and extras lie beside the folders.
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
    let tried = folder + safe;
    for (let turn = 2; taken.has(tried.toLowerCase()); turn++) tried = `${folder}${stem} (${turn})${end}`;
    taken.add(tried.toLowerCase());
    return tried;
  });
}

const LONGEST_NAME = 120;
/** Names that Windows keeps for devices, whatever ending follows. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A file name that leads nowhere and is allowed on every system; never empty. At most 120 characters. */
export function fileNameOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const safe = cleanLine(last.replace(/[\p{Cc}\p{Cf}<>:"|?*]|\p{Cs}/gu, '_'))
    .replace(/^\.+|[. ]+$/g, '')
    .replace(DEVICES, '_$1');
  if (safe.length <= LONGEST_NAME) return safe === '' ? 'file' : safe;
  const dot = safe.lastIndexOf('.');
  const end = dot > 0 && safe.length - dot <= 12 ? safe.slice(dot) : '';
  // A cut between the two halves of a character beyond the first plane leaves a half that no address can carry.
  return safe.slice(0, LONGEST_NAME - end.length).replace(/[\ud800-\udbff]$/, '') + end;
}
