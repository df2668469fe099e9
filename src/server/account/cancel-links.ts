import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Renewal, RenewalKind } from '../../domain/account/renewal.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/**
 * Links in mails that cancel one subscription without signing in. A link is signed for this subscription and expires; one
 * for an earlier subscription of the same member does nothing to a later one.
 */
export interface CancelLinks {
  /** The token of a link for this subscription. */
  write(renewal: Pick<Renewal, 'kind' | 'id' | 'subscriptionId'>, expiresAt: Instant): string;
  /** What a token says it is for, not yet proved; null for anything else. */
  read(token: string): ReadLink | null;
}

export interface ReadLink {
  kind: RenewalKind;
  id: string;
  /** Whether the token was signed for this subscription and has not expired. */
  holds(subscriptionId: string, now: Instant): boolean;
}

const FORM = /^(member|plan)-([a-z0-9]{15})-([a-z0-9]{1,9})-([\w-]{43})$/;

/** @param secret a secret of the installation; with another one all links are void. */
export function openCancelLinks(secret: string): CancelLinks {
  const key = createHmac('sha256', secret).update('links that cancel a subscription').digest();
  const mark = (kind: string, id: string, subscriptionId: string, expires: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, id, subscriptionId, expires]))
      .digest('base64url');
  return {
    write({ kind, id, subscriptionId }, expiresAt) {
      const expires = Math.ceil(expiresAt / 1000).toString(36);
      return `${kind}-${id}-${expires}-${mark(kind, id, subscriptionId, expires)}`;
    },
    read(token) {
      const [, kind, id = '', expires = '', given = ''] = FORM.exec(token) ?? [];
      if (kind !== 'member' && kind !== 'plan') return null;
      return {
        kind,
        id,
        holds: (subscriptionId, now) =>
          subscriptionId !== '' &&
          timingSafeEqual(Buffer.from(mark(kind, id, subscriptionId, expires)), Buffer.from(given)) &&
          now < Number.parseInt(expires, 36) * 1000,
      };
    },
  };
}
