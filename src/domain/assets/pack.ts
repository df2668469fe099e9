import { fileKind, isLeftover, type NameRefusal, nameRefusal, purposeOf } from './file-kind.ts';
import { type PackFile, type PackItem, readItem } from './pack-item.ts';
import { judged, type ProposedFile, type ProposedPair } from './pack-pairs.ts';
import { gathered } from './pack-products.ts';
import { nameOf } from './pack-vocabulary.ts';

export type { PackFile } from './pack-item.ts';
export type { ProposedFile, ProposedPair } from './pack-pairs.ts';

/** Files that seem to form one product, for the seller to confirm. */
export interface ProposedProduct {
  name: string;
  files: ProposedFile[];
  /** Which file with supports belongs to which without. */
  pairs: ProposedPair[];
}

/** The proposal for a drop; each file appears in exactly one place. */
export interface PackProposal {
  products: ProposedProduct[];
  /** Texts and pictures of no particular product. */
  loose: ProposedFile[];
  /** Archives, which are unpacked once uploaded. */
  archives: string[];
  refused: { path: string; reason: NameRefusal | 'path-twice' }[];
  /** Hidden and system files. */
  ignored: string[];
}

/** Orders by code units, independent of locale. */
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Proposes products, variants and pairs from the names and sizes of files, independent of their order.
 * @param packName the name of the drop if its paths do not include it, such as an archive's.
 */
export function proposePack(files: readonly PackFile[], packName = ''): PackProposal {
  const proposal: PackProposal = { products: [], loose: [], archives: [], refused: [], ignored: [] };
  const items: PackItem[] = [];
  const sorted = [...files].sort(
    (one, other) =>
      byText(one.path, other.path) ||
      other.sizeBytes - one.sizeBytes ||
      (other.heightMm ?? 0) - (one.heightMm ?? 0),
  );
  for (const [at, file] of sorted.entries()) {
    const { path, sizeBytes } = file;
    const kind = fileKind(path);
    const reason = sorted[at - 1]?.path === path ? 'path-twice' : nameRefusal(path, sizeBytes);
    if (isLeftover(path)) proposal.ignored.push(path);
    else if (reason) proposal.refused.push({ path, reason });
    else if (kind && purposeOf(kind) === 'archive') proposal.archives.push(path);
    else items.push(readItem(file, packName));
  }
  const { groups, loose } = gathered(items);
  proposal.products = groups
    .map(({ name, members, chain, within }) => ({
      product: { name: nameOf(name), ...judged(members) },
      place: [nameOf(name).toLowerCase(), chain, within].join('\n'),
    }))
    .sort((one, other) => byText(one.place, other.place))
    .map(({ product }) => product);
  proposal.loose = judged(loose.map((item) => ({ item, part: [] }))).files;
  return proposal;
}
