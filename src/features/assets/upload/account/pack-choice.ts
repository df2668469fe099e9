import { fileKind, purposeOf } from '../../../../domain/assets/file-kind.ts';
import { type PackFile, proposePack } from '../../../../domain/assets/pack.ts';
import { groupedBy } from '../../../../domain/assets/pack-groups.ts';
import type { ProductFacets } from '../../../../domain/catalogue/facets.ts';
import type { FileRole } from '../../../../domain/catalogue/product.ts';
import type { SentFile } from './sent-file.ts';

/** How a file is listed with a product, as proposed and then corrected by the seller. */
export interface FileRow {
  file: SentFile;
  role: FileRole;
  scale: ProductFacets['scale'];
  part: string | null;
  /** The key of its group; "" leaves it out. */
  group: string;
  /** Files with the same value are the same model without and with supports. */
  pair: string | null;
  /** Path of the file that this one seems to copy. */
  copyOf: string | null;
}

/** Files of one product, new or existing. */
export interface FileGroup {
  key: string;
  name: string;
  productId: string | null;
}

export interface PackChoice {
  groups: FileGroup[];
  rows: FileRow[];
}

/** The seller's changes to a row. */
export type RowChange = Partial<Pick<FileRow, 'role' | 'scale' | 'part' | 'group'>>;

/** Group of files that are left out. */
export const LEFT_OUT = '';

/** Files that can be listed now: checked, and not an archive. */
export function listable(files: readonly SentFile[]): SentFile[] {
  return files.filter(({ state, path }) => {
    const kind = fileKind(path);
    return state === 'checked' && kind !== null && purposeOf(kind) !== 'archive';
  });
}

/**
 * Proposes products for uploaded files: each archive separately, all other files together.
 * @param only adds every file to this group, regardless of names.
 */
export function packChoice(files: readonly SentFile[], only: FileGroup | null = null): PackChoice {
  const choice: PackChoice = { groups: only ? [only] : [], rows: [] };
  for (const archiveId of new Set(files.map((file) => file.archiveId))) {
    const drop = files.filter((file) => file.archiveId === archiveId);
    proposeDrop(drop, archiveId ?? 'drop', only, choice);
  }
  return choice;
}

function proposeDrop(
  drop: readonly SentFile[],
  dropKey: string,
  only: FileGroup | null,
  choice: PackChoice,
): void {
  const waiting = new Map<string, SentFile>();
  for (const file of drop) if (!waiting.has(file.path)) waiting.set(file.path, file);
  const proposal = proposePack([...waiting.values()].map(packFile));
  const place = ({ path, role, scale, part, copyOf }: ProposedFile, group: string, pair: string | null) => {
    const file = waiting.get(path);
    if (file) choice.rows.push({ file, role, scale, part, group, pair, copyOf });
  };
  for (const { name, files, pairs } of proposal.products) {
    const alike = choice.groups.filter((group) => group.key.startsWith(`${dropKey}/${name}/`)).length;
    const group = only ?? { key: `${dropKey}/${name}/${alike}`, name, productId: null };
    if (!only) choice.groups.push(group);
    for (const file of inPairs(files, pairs)) {
      const pair = pairs.find(({ unsupported, presupported }) =>
        [unsupported, presupported].includes(file.path),
      );
      const key = file.copyOf === null ? group.key : LEFT_OUT;
      place(file, key, pair ? `${dropKey}/${pair.unsupported}` : null);
    }
  }
  for (const file of proposal.loose) place(file, only?.key ?? LEFT_OUT, null);
  // The same path can come from two drops; only the seller knows where that file belongs.
  for (const file of drop) {
    if (choice.rows.some((row) => row.file === file)) continue;
    const role = 'unsupported' as const;
    choice.rows.push({ file, role, scale: null, part: null, group: LEFT_OUT, pair: null, copyOf: null });
  }
}

type Proposal = ReturnType<typeof proposePack>;
type ProposedFile = Proposal['products'][number]['files'][number];

/** Sorts the file with supports right after the one without. */
function inPairs(
  files: readonly ProposedFile[],
  pairs: Proposal['products'][number]['pairs'],
): ProposedFile[] {
  const second = new Map(pairs.map(({ unsupported, presupported }) => [unsupported, presupported]));
  const seconds = new Set(second.values());
  return files
    .filter(({ path }) => !seconds.has(path))
    .flatMap((file) => [file, ...files.filter(({ path }) => path === second.get(file.path))]);
}

function packFile({ path, sizeBytes, mesh }: SentFile): PackFile {
  return { path, sizeBytes, heightMm: mesh?.size.z ?? null };
}

/**
 * The choice with the seller's changes, by file key; added groups follow the proposed ones. A change to a group that no
 * longer exists is ignored.
 */
export function corrected(
  choice: PackChoice,
  changes: ReadonlyMap<string, RowChange>,
  names: ReadonlyMap<string, string>,
  added: readonly FileGroup[],
): PackChoice {
  const groups = [...choice.groups, ...added].map((group) => ({
    ...group,
    name: names.get(group.key) ?? group.name,
  }));
  const known = new Set([LEFT_OUT, ...groups.map(({ key }) => key)]);
  const rows = choice.rows.map((row) => {
    const change = changes.get(row.file.key) ?? {};
    const group = change.group !== undefined && known.has(change.group) ? change.group : row.group;
    return { ...row, ...change, group };
  });
  return { groups, rows: paired(rows) };
}

/**
 * Recomputes pairs: a proposed pair stays as long as one file is without and one with supports in the same group;
 * otherwise two files pair if they are the only ones with their part and scale.
 */
function paired(rows: readonly FileRow[]): FileRow[] {
  const together = (some: readonly FileRow[]) => {
    const of = (role: FileRole) => some.filter((row) => row.role === role);
    const [plain, raised] = [of('unsupported'), of('presupported')];
    return plain.length === 1 && raised.length === 1 ? [...plain, ...raised] : [];
  };
  const models = rows.filter(({ group, file }) => group !== LEFT_OUT && isModel(file.path));
  const pairs = new Map<FileRow, string>();
  const pair = (some: readonly FileRow[]) => {
    for (const row of some) pairs.set(row, some[0]?.file.key ?? '');
  };
  const proposed = models.filter((row) => row.pair !== null);
  for (const some of groupedBy(proposed, ({ group, pair }) => `${group}\n${pair}`).values())
    pair(together(some));
  const free = models.filter((row) => !pairs.has(row));
  const alike = groupedBy(free, ({ group, part, scale }) =>
    [group, part?.trim() ?? '', scale ?? ''].join('\n'),
  );
  for (const some of alike.values()) pair(together(some));
  return rows.map((row) => ({ ...row, pair: pairs.get(row) ?? null }));
}

const isModel = (path: string): boolean => {
  const kind = fileKind(path);
  return kind !== null && purposeOf(kind) === 'model';
};

/** The groups that have files, each with its rows. */
export function nonEmptyGroups({ groups, rows }: PackChoice): { group: FileGroup; rows: FileRow[] }[] {
  return groups
    .map((group) => ({ group, rows: rows.filter((row) => row.group === group.key) }))
    .filter((part) => part.rows.length > 0);
}
