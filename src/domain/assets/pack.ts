import { fileKind, isLeftover, type NameRefusal, nameRefusal, purposeOf } from './file-kind.ts';
import { type PackFile, type PackItem, readItem } from './pack-item.ts';
import { judged, type ProposedFile, type ProposedPair } from './pack-pairs.ts';
import { gathered } from './pack-products.ts';
import { nameOf } from './pack-vocabulary.ts';

export type { PackFile } from './pack-item.ts';
export type { ProposedFile, ProposedPair } from './pack-pairs.ts';

/** Files that seem to make one product, to be confirmed by the seller. */
export interface ProposedProduct {
  name: string;
  files: ProposedFile[];
  /** Which file with supports belongs to which without. */
  pairs: ProposedPair[];
}

/** What is proposed for a drop: each file that was given stands in exactly one place. */
export interface PackProposal {
  products: ProposedProduct[];
  /** Texts and pictures that belong to no product in particular. */
  loose: ProposedFile[];
  /** Archives, which are opened once they have arrived. */
  archives: string[];
  refused: { path: string; reason: NameRefusal | 'path-twice' }[];
  /** What nobody meant to send. */
  ignored: string[];
}

/** Texts in the order of their code units, which is the same everywhere. */
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Proposes products, variants and pairs from the names and sizes of files. The order they are given in plays no part.
 * @param packName what the drop itself is called, where its paths do not say it: the name of an archive.
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
