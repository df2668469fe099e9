import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { OpenedFile } from '../../domain/library/slicer.ts';

/**
 * Links by which a slicer fetches one owned file without a session. A link is signed for person, file and moment and kept
 * nowhere; whether the person owns the product is asked again when it is used.
 */
export interface OpenLinks {
  /** The token of a link for this file. */
  write(file: OpenedFile, expiresAt: Instant): string;
  /** What a token is for; "expired" past its time, null for anything that was not signed here. */
  read(token: string, now: Instant): OpenedFile | 'expired' | null;
}

const FORM = /^([a-z0-9]{15})-([a-z0-9]{15})-([a-z0-9]{15})-([a-z0-9]{1,9})-([\w-]{43})$/;

/** @param secret a secret of the installation; with another one all links are void. */
export function openOpenLinks(secret: string): OpenLinks {
  const key = createHmac('sha256', secret).update('links that open a file in a slicer').digest();
  const mark = (said: string) => createHmac('sha256', key).update(said).digest('base64url');
  return {
    write({ userId, productId, fileId }, expiresAt) {
      const said = `${userId}-${productId}-${fileId}-${Math.ceil(expiresAt / 1000).toString(36)}`;
      return `${said}-${mark(said)}`;
    },
    read(token, now) {
      const [, userId = '', productId = '', fileId = '', expires = '', given = ''] = FORM.exec(token) ?? [];
      const expected = mark(`${userId}-${productId}-${fileId}-${expires}`);
      if (given === '' || !timingSafeEqual(Buffer.from(expected), Buffer.from(given))) return null;
      return now < Number.parseInt(expires, 36) * 1000 ? { userId, productId, fileId } : 'expired';
    },
  };
}
