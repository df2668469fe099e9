import type PocketBase from 'pocketbase';

/** One entry of the backend's change feed. */
export interface Change {
  seq: number;
  collection: string;
  record: string;
  op: 'put' | 'del';
}

/** The changes after position `seq`, oldest first, at most `limit` (1 to 5000). */
export async function changesAfter(pb: PocketBase, seq: number, limit: number): Promise<Change[]> {
  const { changes } = await pb.send<{ changes: Change[] }>('/internal/changes', {
    query: { after: seq, limit },
  });
  return changes;
}

/** The newest position of the feed; 0 before the first change. */
export async function latestChange(pb: PocketBase, signal?: AbortSignal): Promise<number> {
  const { latest } = await pb.send<{ latest: number }>('/internal/changes', {
    query: { after: 0, limit: 1 },
    ...(signal ? { signal } : {}),
  });
  return latest;
}
