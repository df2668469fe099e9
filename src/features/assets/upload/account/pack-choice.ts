import { fileKind, purposeOf } from '../../../../domain/assets/file-kind.ts';
import { type PackFile, proposePack } from '../../../../domain/assets/pack.ts';
import { groupedBy } from '../../../../domain/assets/pack-groups.ts';
import type { ProductFacets } from '../../../../domain/catalogue/facets.ts';
import type { FileRole } from '../../../../domain/catalogue/product.ts';
import type { SentFile } from './sent-file.ts';

/** How a file is listed with a product: as proposed at first, as the seller corrects it afterwards. */
export interface FileRow {
  file: SentFile;
  role: FileRole;
  scale: ProductFacets['scale'];
  part: string | null;
  /** The group it goes to; "" leaves it out. */
  group: string;
  /** Files with the same word here are the same model without and with supports. */
  pair: string | null;
  /** The file's path that this one seems to be a copy of. */
  copyOf: string | null;
}

/** What will be one product: a new one, or one the store has already. */
export interface FileGroup {
  key: string;
  name: string;
  productId: string | null;
}

export interface PackChoice {
  groups: FileGroup[];
  rows: FileRow[];
}

/** What the seller has changed of a row. */
export type RowChange = Partial<Pick<FileRow, 'role' | 'scale' | 'part' | 'group'>>;

/** A file that is left out of everything. */
export const LEFT_OUT = '';

/** The store's files that could be listed now: checked, and no archive. */
export function listable(files: readonly SentFile[]): SentFile[] {
  return files.filter(({ state, path }) => {
    const kind = fileKind(path);
    return state === 'checked' && kind !== null && purposeOf(kind) !== 'archive';
  });
}

/**
 * Proposes products for files that have arrived: those of each archive by themselves, the others together.
 * @param only where all of it goes to this group, whatever the names say.
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
  const place = ({ path, role, scale, part, copyOf }: ProposedAs, group: string, pair: string | null) => {
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
  // A path may come twice, from two drops: whose file that is, only the seller knows.
  for (const file of drop) {
    if (choice.rows.some((row) => row.file === file)) continue;
    const role = 'unsupported' as const;
    choice.rows.push({ file, role, scale: null, part: null, group: LEFT_OUT, pair: null, copyOf: null });
  }
}

type Proposal = ReturnType<typeof proposePack>;
type ProposedAs = Proposal['products'][number]['files'][number];

/** The one with supports right behind the one without. */
function inPairs(files: readonly ProposedAs[], pairs: Proposal['products'][number]['pairs']): ProposedAs[] {
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
 * The choice with what the seller has changed, by file key; a group he added comes behind those proposed. A change that
 * names a group which is gone counts for nothing.
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
 * The rows with their pairs as they follow from what the rows say: a proposed pair as long as one of the two is without
 * and one with supports in the same group; else the two that are alike in part and scale, where it can only be those.
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

/** Groups that files go to, each with its rows: what will be made. */
export function toMake({ groups, rows }: PackChoice): { group: FileGroup; rows: FileRow[] }[] {
  return groups
    .map((group) => ({ group, rows: rows.filter((row) => row.group === group.key) }))
    .filter((made) => made.rows.length > 0);
}
