import type { Instant } from '../../../domain/kernel/instant.ts';

/** Long enough for who keeps a copy, and below the year that RFC 9116 recommends as the longest. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000;

/**
 * A security.txt as RFC 9116 describes it.
 * @param email the operator's address; "" where unknown.
 * @param canonical the address of the file itself.
 * @returns null without an address, which the file must have.
 */
export function securityText(email: string, canonical: string, now: Instant): string | null {
  if (email === '') return null;
  const expires = new Date(now + VALID_MS).toISOString().replace(/\.\d+Z$/, 'Z');
  return [
    `Contact: mailto:${email}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${canonical}`,
    '',
  ].join('\n');
}
