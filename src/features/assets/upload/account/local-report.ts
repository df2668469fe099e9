import type { MeshInspection, MeshRefusal } from '../../../../domain/assets/mesh-report.ts';
import { type ModelKind, modelKindOf } from '../../../../mesh/read.ts';

/** What this browser makes out of a model by itself, until the server has looked at it. */
export type LocalReport =
  | { state: 'waiting' }
  | { state: 'measured'; mesh: MeshInspection }
  | { state: 'unreadable'; refusal: MeshRefusal }
  /** Left to the server, which has more time and memory. */
  | { state: 'left'; why: 'heavy' | 'slow' };

/** What a browser's worker is told, and what it answers. */
export interface LocalReportRequest {
  file: File;
  kind: ModelKind;
}
export type LocalReportAnswer = Extract<LocalReport, { state: 'measured' | 'unreadable' | 'left' }>;

/** Measuring takes up to six times a file's size of memory, and a 3MF unpacks to ten times its own. In bytes. */
const MOST_BYTES: Record<ModelKind, number> = {
  stl: 64 * 1024 * 1024,
  obj: 64 * 1024 * 1024,
  '3mf': 10 * 1024 * 1024,
};
/** A file may hold more than its size says; beyond this many the server has a look at it alone. */
export const LOCAL_MAX_TRIANGLES = 1_300_000;

/** What is done with a chosen file: measured as this kind, left to the server, or nothing where it is no model. */
export function localReportKind({ name, size }: Pick<File, 'name' | 'size'>): ModelKind | 'heavy' | null {
  const kind = modelKindOf(name);
  return kind !== null && size > MOST_BYTES[kind] ? 'heavy' : kind;
}
