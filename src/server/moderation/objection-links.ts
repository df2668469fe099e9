import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../domain/kernel/instant.ts';

/**
 * Links in mails by which somebody without an account objects to the decision about their report. A link is signed for the
 * report and the last moment to object, and kept nowhere; that there is one objection is the case's own rule.
 */
export interface ObjectionLinks {
  /** The token of a link for this report. */
  write(reportId: string, until: Instant): string;
  /** The report of a token; null for one that was not written here or is over. */
  read(token: string, now: Instant): string | null;
}

const FORM = /^([a-z0-9]{15})-([a-z0-9]{1,9})-([\w-]{43})$/;

/** @param secret a secret of the installation; with another one all links are void. */
export function openObjectionLinks(secret: string): ObjectionLinks {
  const key = createHmac('sha256', secret).update('links that object to a decision').digest();
  const mark = (reportId: string, until: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([reportId, until]))
      .digest('base64url');
  return {
    write(reportId, until) {
      const last = Math.ceil(until / 1000).toString(36);
      return `${reportId}-${last}-${mark(reportId, last)}`;
    },
    read(token, now) {
      const [, reportId = '', last = '', given = ''] = FORM.exec(token) ?? [];
      if (reportId === '') return null;
      const isOurs = timingSafeEqual(Buffer.from(mark(reportId, last)), Buffer.from(given));
      return isOurs && now <= Number.parseInt(last, 36) * 1000 ? reportId : null;
    },
  };
}
