import type PocketBase from 'pocketbase';
import type { PushHint } from '../../domain/notifications/live.ts';

/** Nobody waits longer than this for a knock to leave; whoever missed it asks when he comes back. In ms. */
const TELL_WITHIN_MS = 3000;

/**
 * Knocks at every page these people have open. Answers at how many: none is no failure, for what the news are about is
 * kept elsewhere and asked for again.
 * @param userIds at most 1000 of them; "" and doubles are left out.
 */
export async function sendPushHint(
  pb: PocketBase,
  userIds: readonly string[],
  news: PushHint,
): Promise<number> {
  const users = [...new Set(userIds)].filter((id) => id !== '');
  if (users.length === 0) return 0;
  const { told } = await pb.send<{ told: number }>('/internal/tell', {
    method: 'POST',
    body: { users, data: JSON.stringify(news) },
    signal: AbortSignal.timeout(TELL_WITHIN_MS),
  });
  return told;
}
