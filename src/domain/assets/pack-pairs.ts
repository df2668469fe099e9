import type { FileRole } from '../catalogue/product.ts';
import { fileKind } from './file-kind.ts';
import { groupedBy, type PackMember } from './pack-groups.ts';
import { wordsKey } from './pack-item.ts';
import { nameOf, type Scale } from './pack-vocabulary.ts';

/** How a file is proposed to be listed with a product. */
export interface ProposedFile {
  path: string;
  role: FileRole;
  scale: Scale | null;
  /** "Arm L"; null for the whole model. */
  part: string | null;
  /** From 1. */
  version: number;
  /** The file that this one seems to copy, by name and size; only the hash can tell for sure. */
  copyOf: string | null;
}

/** Paths of the same model without and with supports, and what matched them. */
export interface ProposedPair {
  unsupported: string;
  presupported: string;
  by: 'name' | 'size';
}

const ROLES = {
  project: 'slicer_project',
  sliced: 'sliced',
  document: 'document',
  picture: 'other',
  archive: 'other',
} as const;

interface Judged {
  member: PackMember;
  file: ProposedFile;
}

/** Roles, scales, copies and pairs of the files of one product, in the order of their paths. */
export function judged(members: readonly PackMember[]): { files: ProposedFile[]; pairs: ProposedPair[] } {
  const sorted = [...members].sort((one, other) => (one.item.file.path < other.item.file.path ? -1 : 1));
  const scales = scalesOf(sorted);
  const roles = rolesOf(sorted, scales);
  const all = sorted.map((member, at): Judged => {
    const { item, part } = member;
    const file: ProposedFile = {
      path: item.file.path,
      role: roles[at] ?? 'other',
      scale: scales[at] ?? null,
      part: part.length > 0 ? nameOf(part).slice(0, 80) : null,
      version: item.version,
      copyOf: null,
    };
    return { member, file };
  });
  markCopies(all);
  return {
    files: all.map(({ file }) => file),
    pairs: pairsOf(all.filter(({ file }) => file.copyOf === null)),
  };
}

/** Allowed relative deviation of a measured height from its scale. */
const SCALE_TOLERANCE = 0.04;
const SCALES = ['6', '10', '15', '20', '28', '32', '35', '54', '75'] as const satisfies readonly Scale[];

/** The scale of each file. Without one in its name, it follows from its height beside the same part in a known scale. */
function scalesOf(members: readonly PackMember[]): (Scale | null)[] {
  return members.map(({ item, part }) => {
    const { heightMm } = item.file;
    if (item.scale !== null || !heightMm || item.purpose !== 'model') return item.scale;
    const reference = members.find(
      (other) =>
        other.item.scale !== null && other.item.file.heightMm && wordsKey(other.part) === wordsKey(part),
    );
    if (!reference) return null;
    const wanted = (Number(reference.item.scale) * heightMm) / (reference.item.file.heightMm ?? heightMm);
    const near = SCALES.find((scale) => Math.abs(Number(scale) - wanted) <= Number(scale) * SCALE_TOLERANCE);
    return near !== undefined && near !== reference.item.scale ? near : null;
  });
}

/** Supports raise a model by at least this much. In mm. */
const RAISED_MM = 2;

function rolesOf(members: readonly PackMember[], scales: readonly (Scale | null)[]): FileRole[] {
  const slots = members.map(({ item, part }, at) => `${item.purpose} ${scales[at]} ${wordsKey(part)}`);
  return members.map(({ item }, at) => {
    if (item.purpose !== 'model') return ROLES[item.purpose];
    if (item.support !== null) return item.support;
    const beside = members
      .filter((_, other) => other !== at && slots[other] === slots[at])
      .map((one) => one.item);
    const known = new Set(beside.map(({ support }) => support));
    // If the others are marked "unsupported", the unmarked one has the supports.
    if (known.has('unsupported') && !known.has('presupported')) return 'presupported';
    const [other] = beside;
    if (beside.length !== 1 || !other || other.support !== null) return 'unsupported';
    const raised = (item.file.heightMm ?? 0) - (other.file.heightMm ?? 0);
    const measured = item.file.heightMm && other.file.heightMm;
    return measured && raised >= RAISED_MM && item.file.sizeBytes > other.file.sizeBytes
      ? 'presupported'
      : 'unsupported';
  });
}

/** Marks files with the same meaning and size as copies; a file named like a copy is never the original. */
function markCopies(all: readonly Judged[]): void {
  const alike = groupedBy(all, ({ member, file }) =>
    [
      fileKind(file.path),
      file.role,
      file.scale,
      wordsKey(member.part),
      file.version,
      member.item.file.sizeBytes,
      wordsKey(member.item.words),
    ].join('\n'),
  );
  for (const same of alike.values()) {
    const original = same.find(({ member }) => !member.item.copy) ?? same[0];
    for (const { file } of same) if (original && file !== original.file) file.copyOf = original.file.path;
  }
}

function pairsOf(all: readonly Judged[]): ProposedPair[] {
  const pairs: ProposedPair[] = [];
  const free = new Set(all.filter(({ member }) => member.item.purpose === 'model'));
  const take = (plain: Judged, raised: Judged, by: ProposedPair['by']) => {
    free.delete(plain);
    free.delete(raised);
    pairs.push({ unsupported: plain.file.path, presupported: raised.file.path, by });
  };
  const ofRole = (role: FileRole) => [...free].filter(({ file }) => file.role === role);
  for (const plain of ofRole('unsupported')) {
    const fitting = ofRole('presupported').filter(
      (raised) =>
        wordsKey(raised.member.part) === wordsKey(plain.member.part) &&
        raised.file.scale === plain.file.scale &&
        raised.file.version === plain.file.version,
    );
    const sameKind =
      fitting.find(({ file }) => fileKind(file.path) === fileKind(plain.file.path)) ?? fitting[0];
    if (sameKind) take(plain, sameKind, 'name');
  }
  const lone = ofRole('unsupported').length === 1 && ofRole('presupported').length === 1;
  const candidates = ofRole('unsupported')
    .flatMap((plain) =>
      ofRole('presupported').map((raised) => ({ plain, raised, likeness: likeness(plain, raised) })),
    )
    .filter(({ likeness }) => likeness !== null && (lone || likeness > 0))
    .sort((one, other) => (other.likeness ?? 0) - (one.likeness ?? 0));
  for (const { plain, raised } of candidates)
    if (free.has(plain) && free.has(raised)) take(plain, raised, 'size');
  return pairs.sort((one, other) => (one.unsupported < other.unsupported ? -1 : 1));
}

/** Similarity of two files by words and measurements, from 0; null if one cannot be the other with supports. */
function likeness(plain: Judged, raised: Judged): number | null {
  const [one, other] = [plain.member.item, raised.member.item];
  if (plain.file.scale !== null && raised.file.scale !== null && plain.file.scale !== raised.file.scale)
    return null;
  if (fileKind(plain.file.path) !== fileKind(raised.file.path)) return null;
  const [part, raisedPart] = [plain.member.part, raised.member.part.map((word) => word.toLowerCase())];
  const otherPart = part.length > 0 && raisedPart.length > 0;
  if (otherPart && !part.some((word) => raisedPart.includes(word.toLowerCase()))) return null;
  // Supports only add material.
  if (other.file.sizeBytes < one.file.sizeBytes * 0.9) return null;
  const [low, high] = [one.file.heightMm ?? 0, other.file.heightMm ?? 0];
  const measured = low > 0 && high > 0;
  if (measured && (high < low * 0.5 || high > low * 1.6 + 15)) return null;
  const words = new Set(one.words.map((word) => word.toLowerCase()));
  const shared = other.words.filter((word) => words.has(word.toLowerCase())).length;
  const byWords = shared / Math.max(1, words.size, other.words.length);
  return byWords + (measured ? 0.5 * (1 - Math.min(1, Math.abs(high - low) / (low + 15))) : 0);
}
