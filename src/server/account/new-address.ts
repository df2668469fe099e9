import { randomUUID } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { countAddressedMail } from '../../data/notifications/addressed-mails.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { addressedRefusalText } from '../../domain/notifications/addressed-mail.ts';

/**
 * Counts a confirmation mail to an address that an account wants to use, which may be a stranger's.
 * @param client the network address of the request
 * @returns why it is not sent, as a sentence, or null
 */
export async function countNewAddress(
  pb: PocketBase,
  { userId, email, client }: { userId: string; email: string; client: string },
  now: Instant,
): Promise<string | null> {
  const kind = 'email-change';
  const mail = { mailKey: `${kind}:${randomUUID()}`, kind, sender: userId, to: email, client } as const;
  const refusal = await countAddressedMail(pb, mail, now);
  return refusal && addressedRefusalText(kind, refusal);
}
