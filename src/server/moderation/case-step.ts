import { createHash } from 'node:crypto';
import type { Case } from '../../domain/moderation/case.ts';

/** What of a case is told once: a decision made again, after an objection or with other words, is told again. */
export function caseStep({ state, decidedAt, decision, appeal }: Case): string {
  if (state !== 'upheld' && state !== 'dismissed') return appeal === '' ? state : `${state}:again`;
  return `${state}:${createHash('sha256').update(`${decidedAt} ${decision}`).digest('hex').slice(0, 16)}`;
}
