import { createHash } from 'node:crypto';
import nodemailer from 'nodemailer';
import type PocketBase from 'pocketbase';
import { claimMail, mailsToSend, markSent, markUnsent, type WaitingMail } from '../data/mails.ts';
import type { Instant } from '../domain/instant.ts';
import { nextTry } from '../domain/mail.ts';
import type { Settings } from './settings.ts';

export interface Outbox {
  /** Looks at once instead of at the next turn; resolves when everything due was tried. */
  wake(): Promise<void>;
  close(): Promise<void>;
}

export interface OutboxParts {
  pb: PocketBase;
  smtp: NonNullable<Settings['smtp']>;
  siteUrl: string;
  siteName: string;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

const EVERY_MS = 15_000;
const AT_ONCE = 50;

/**
 * Sends what stands in the outbox, one after the other, and tries again what could not be sent. A mail is claimed before
 * it is sent, so that two processes never send the same one. Only an end between the mail server's word and our note of
 * it can send one twice; its Message-ID is the same then, by which most mail readers show it once.
 */
export function openOutbox(parts: OutboxParts): Outbox {
  const { pb, smtp, now, onError } = parts;
  const transport = nodemailer.createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls,
    ...(smtp.username === '' ? {} : { auth: { user: smtp.username, pass: smtp.password } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  const host = new URL(parts.siteUrl).hostname;
  const sendOne = async (mail: WaitingMail) => {
    if (!(await claimMail(pb, mail, now()))) return;
    try {
      await transport.sendMail({
        from: { name: parts.siteName, address: smtp.from },
        to: mail.to,
        subject: mail.subject,
        text: mail.body,
        messageId: `<${createHash('sha256').update(mail.mailKey).digest('hex').slice(0, 32)}@${host}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await markSent(pb, mail.id, now());
    } catch (reason) {
      const again = nextTry({ queuedAt: mail.queuedAt, tries: mail.tries + 1 }, now());
      await markUnsent(pb, mail.id, String(reason), again, now());
      onError(reason);
    }
  };
  let closed = false;
  let running: Promise<void> | null = null;
  let again = false;
  const round = async () => {
    do {
      again = false;
      for (const mail of await mailsToSend(pb, now(), AT_ONCE)) {
        if (closed) return;
        await sendOne(mail);
      }
    } while (again);
  };
  const wake = (): Promise<void> => {
    again = true;
    running ??= round()
      .catch(onError)
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(wake, EVERY_MS);
  void wake();
  return {
    wake,
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
      transport.close();
    },
  };
}
