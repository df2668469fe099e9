import type { actions } from 'astro:actions';
import { atom } from 'nanostores';
import type { QueueKind } from '../../../../domain/desk/queue.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';

export type QueueCounts = ActionAnswer<typeof actions.deskQueue.counts>['counts'];

/** How much waits of each kind; null until it is known. The desk asks again after each deed. */
export const $queueCounts = atom<QueueCounts | null>(null);

/** What waits of one kind, or of all of them: "7", or "99+" where it is more than is counted. */
export function queueCountText(kind: QueueKind | null, counts: QueueCounts): string {
  const wanted = kind === null ? Object.values(counts) : [counts[kind]];
  const sum = wanted.reduce<number>((total, count) => total + (count ?? 0), 0);
  return sum >= 100 ? '99+' : String(sum);
}
