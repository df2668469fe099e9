import type { MeshInspection, MeshRefusal } from '../../../../domain/assets/mesh-report.ts';
import { type ModelKind, modelKindOf } from '../../../../mesh/read.ts';

/** A mesh report made in the browser, shown until the server has checked the file. */
export type LocalReport =
  | { state: 'waiting' }
  | { state: 'measured'; mesh: MeshInspection }
  | { state: 'unreadable'; refusal: MeshRefusal }
  /** Left to the server, which has more time and memory. */
  | { state: 'left'; why: 'heavy' | 'slow' };

/** Message to the measuring worker. */
export interface LocalReportRequest {
  file: File;
  kind: ModelKind;
}
export type LocalReportAnswer = Extract<LocalReport, { state: 'measured' | 'unreadable' | 'left' }>;

const MB = 1024 * 1024;
/** Size limit in bytes: measuring needs up to six times a file's size in memory. */
const MAX_BYTES = 64 * MB;
/** Of packed files: a 3MF unpacks to ten times its size. */
const PACKED_MAX_BYTES: Partial<Record<ModelKind, number>> = { '3mf': 10 * MB };
/** Models with more triangles are left to the server. */
export const LOCAL_MAX_TRIANGLES = 1_300_000;

/** The kind to measure a chosen file as; `heavy` leaves it to the server, null is not a model. */
export function localReportKind({ name, size }: Pick<File, 'name' | 'size'>): ModelKind | 'heavy' | null {
  const kind = modelKindOf(name);
  return kind !== null && size > (PACKED_MAX_BYTES[kind] ?? MAX_BYTES) ? 'heavy' : kind;
}
