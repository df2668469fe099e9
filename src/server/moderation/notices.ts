import { randomBytes } from 'node:crypto';
import { createNotice, noticeHash, type WaitingNotice } from '../../data/moderation/notices.ts';
import { joinCase, openCaseAbout, openCaseWith, type Reportable } from '../../data/moderation/reports.ts';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';
import { type NewNotice, NOTICE_VALID_MS } from '../../domain/moderation/notice.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText } from '../notifications/mail-layout.ts';
import { noticeJoinedMail } from './case-mails.ts';
import type { CaseParts } from './cases.ts';

/** Stores a notice of somebody without an account, and mails the link that confirms their address. */
export async function giveNotice(parts: CaseParts, notice: NewNotice): Promise<void> {
  const now = parts.now();
  const token = randomBytes(32).toString('base64url');
  const { what, id, kind, email } = notice;
  await createNotice(
    parts.pb,
    { what, id, kind, email, name: cleanLine(notice.name), text: cleanText(notice.text) },
    {
      tokenHash: noticeHash(token),
      expiresAt: now + NOTICE_VALID_MS,
      mail: confirmationMail(parts, email, token),
      now,
    },
  );
  parts.mailQueued();
}

/** The mail to an address that somebody typed: it repeats none of their words. */
export function confirmationMail(letterhead: Letterhead, to: string, token: string): Mail {
  return {
    mailKey: `notice:${noticeHash(token).slice(0, 40)}`,
    kind: 'notice',
    to,
    subject: 'Confirm your report',
    ...mailText(letterhead, [
      action(
        letterhead,
        'Somebody, hopefully you, reported something and gave this address. Send the report from here within two days:',
        'See the report',
        paths.confirmNotice(token),
      ),
      'If it was not you, ignore this mail; then nothing is sent.',
    ]),
  };
}

/**
 * Opens a case with a confirmed notice, or joins the open one, once. Answers the number of the case; null where the link was
 * used meanwhile, or cases open and close faster than that succeeds.
 * @param about the subject as anybody can see it.
 */
export async function confirmNotice(
  parts: CaseParts,
  notice: WaitingNotice,
  about: Reportable,
): Promise<number | null> {
  const { pb } = parts;
  const { name, email, kind, text } = notice;
  const row = { userId: null, about, kind, text, stranger: { name, email, noticeId: notice.id } };
  for (let tries = 0; tries < 3; tries++) {
    const now = parts.now();
    const open = await openCaseAbout(pb, about.what, about.id);
    if (open) {
      const refusal = await joinCase(pb, open.id, row, noticeJoinedMail(parts, open, notice), now);
      if (refusal === null) {
        parts.mailQueued();
        return open.number;
      }
      if (refusal === 'again') return null;
    } else if ((await openCaseWith(pb, row, now)) !== null)
      return (await openCaseAbout(pb, about.what, about.id))?.number ?? null;
  }
  return null;
}
