import type PocketBase from 'pocketbase';
import type { PushHint } from '../../domain/notifications/live.ts';

/** The timeout for sending a push hint, in ms. A page that missed it fetches when it reconnects. */
const SEND_TIMEOUT_MS = 3000;

/**
 * Sends a push hint to every open page of these users. Returns the number of pages reached; 0 is no failure, because pages
 * fetch the data itself.
 * @param userIds at most 1000; "" and duplicates are left out.
 */
export async function sendPushHint(
  pb: PocketBase,
  userIds: readonly string[],
  hint: PushHint,
): Promise<number> {
  const users = [...new Set(userIds)].filter((id) => id !== '');
  if (users.length === 0) return 0;
  const { told } = await pb.send<{ told: number }>('/internal/tell', {
    method: 'POST',
    body: { users, data: JSON.stringify(hint) },
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  });
  return told;
}
