import { FACETS } from './facets.ts';
import { FILE_ROLES, type FileRole, type ProductFile } from './product.ts';

/** Files of a product that belong together for one way of printing: "Pre-supported, 32 mm". */
export interface Variant {
  /** Stands in addresses; stable as long as role and scale are. */
  key: string;
  label: string;
  fileIds: string[];
  sizeBytes: number;
}

type VariantFile = Pick<ProductFile, 'id' | 'role' | 'scale' | 'sizeBytes'>;

/** The key of the download that holds every file. */
export const EVERYTHING = 'all';

/** Documents and other extras go with everything, and make no variant of their own. */
const PRINTED: readonly FileRole[] = ['unsupported', 'presupported', 'slicer_project', 'sliced'];

/** The variants of a product in the order of roles and scales. A product with only one has none to choose from. */
export function variantsOf(files: readonly VariantFile[]): Variant[] {
  const variants = new Map<string, Variant>();
  for (const role of PRINTED) {
    for (const file of files.filter((one) => one.role === role)) {
      const key = [role.replaceAll('_', '-'), file.scale].filter((part) => part !== null).join('-');
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
  if (key === EVERYTHING) return [...files];
  const variant = variantsOf(files).find((one) => one.key === key);
  return variant ? files.filter(({ id }) => variant.fileIds.includes(id)) : null;
}

function labelOf({ role, scale }: VariantFile): string {
  const scales: Record<string, string> = FACETS.scale.values;
  return scale === null ? FILE_ROLES[role] : `${FILE_ROLES[role]}, ${scales[scale] ?? scale}`;
}

/** Names for the files of an archive: safe on every system, each once, in the order given. */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = fileNameOf(name);
    const dot = safe.lastIndexOf('.');
    const [stem, end] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let tried = safe;
    for (let turn = 2; taken.has(tried.toLowerCase()); turn++) tried = `${stem} (${turn})${end}`;
    taken.add(tried.toLowerCase());
    return tried;
  });
}

/** A file name that leads nowhere and is allowed on every system; never empty. At most 120 characters. */
export function fileNameOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const safe = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_')
    .replace(/^\.+|[. ]+$/g, '');
  if (safe.length <= 120) return safe === '' ? 'file' : safe;
  const dot = safe.lastIndexOf('.');
  const end = dot > 0 && safe.length - dot <= 12 ? safe.slice(dot) : '';
  return safe.slice(0, 120 - end.length) + end;
}
