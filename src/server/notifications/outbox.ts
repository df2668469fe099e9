import { createHash } from 'node:crypto';
import nodemailer, { type NodemailerError } from 'nodemailer';
import type PocketBase from 'pocketbase';
import {
  claimMail,
  mailsToSend,
  markFailed,
  markSent,
  type WaitingMail,
} from '../../data/notifications/mails.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { isStoppable } from '../../domain/notifications/addressed-mail.ts';
import { addressRefusal, headerText, nextTry } from '../../domain/notifications/mail.ts';
import { switchOfMailKind } from '../../domain/notifications/notification.ts';
import { paths } from '../../paths.ts';
import { NOT_NOW, openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { mailHtml } from './mail-html.ts';
import { withoutMailTokens } from './mail-tokens.ts';

/** The mail server for outgoing mail. */
export interface SmtpSettings {
  host: string;
  port: number;
  username: string;
  password: string;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  tls: boolean;
  /** The sender's address. */
  from: string;
}

export interface OutboxParts {
  pb: PocketBase;
  smtp: SmtpSettings;
  siteUrl: string;
  siteName: string;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

const EVERY_MS = 15_000;
const AT_ONCE = 50;
/** Errors of the mail server rather than of one mail: the next mail would fail too. */
const SERVER_ERRORS = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
  'EAUTH',
  'ENOAUTH',
]);

/**
 * Sends the mails in the outbox one by one and retries failures. A mail is claimed before it is sent, so that two
 * processes never send the same one. Only a crash between the mail server's answer and our record of it can send a mail
 * twice: the claim expires after ten minutes. The Message-ID is the same then, so most mail readers show it once.
 */
export function openOutbox(parts: OutboxParts): PeriodicJob {
  const { pb, smtp, now, onError } = parts;
  const transport = nodemailer.createTransport({
    // One connection for all due mails, closed soon after. No requeues by nodemailer: retries are decided here.
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
    idleTimeout: 2_000,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls,
    ...(smtp.username === '' ? {} : { auth: { user: smtp.username, pass: smtp.password } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  /** Mails that were sent while the database was unavailable to record it, by id. */
  const unrecorded = new Map<string, WaitingMail>();
  const recordSent = async (mail: WaitingMail) => {
    unrecorded.set(mail.id, mail);
    await markSent(pb, withoutMailTokens(mail), now());
    unrecorded.delete(mail.id);
  };
  /** Returns whether to continue with the next mail. */
  const sendOne = async (waiting: WaitingMail): Promise<boolean> => {
    const mail = await claimMail(pb, waiting, now());
    if (!mail) return true;
    try {
      if (addressRefusal(mail.to)) throw new InvalidAddress();
      await transport.sendMail(messageOf(mail, parts));
    } catch (reason) {
      const failure = failureOf(reason);
      const isRefused = failure === 'refused';
      const again = failure === 'permanent' ? null : nextTry({ ...mail, refused: isRefused }, now());
      await markFailed(pb, mail, { error: String(reason), again, isRefused }, now());
      onError(reason);
      return failure !== 'server';
    }
    await recordSent(mail);
    return true;
  };
  let closed = false;
  const sendDue = async (): Promise<unknown> => {
    for (const mail of unrecorded.values()) await recordSent(mail);
    let due: WaitingMail[];
    do {
      due = await mailsToSend(pb, now(), AT_ONCE);
      for (const mail of due) {
        if (closed || !(await sendOne(mail))) return NOT_NOW;
      }
    } while (due.length === AT_ONCE);
    return undefined;
  };
  const job = openPeriodicJob(sendDue, EVERY_MS, onError, NOT_NOW);
  return {
    ...job,
    /** Finishes the current mail and sends no other. */
    async close() {
      closed = true;
      await job.close();
      transport.close();
    },
  };
}

/** The recipient is not a valid address. */
class InvalidAddress extends Error {
  constructor() {
    super('not a valid mail address');
    this.name = 'InvalidAddress';
  }
}

function messageOf(mail: WaitingMail, { smtp, siteUrl, siteName }: OutboxParts) {
  const hasOff = switchOfMailKind(mail.kind) !== null || isStoppable(mail.kind);
  const off = hasOff ? siteUrl + paths.mailOff(mail.id) : null;
  return {
    from: { name: headerText(siteName), address: smtp.from },
    to: { name: '', address: mail.to },
    subject: headerText(mail.subject),
    text: off === null ? mail.body : `${mail.body}\nNo more mails like this one:\n${off}\n`,
    ...(mail.parts && {
      html: mailHtml({ siteUrl, siteName }, { subject: mail.subject, parts: mail.parts }, off),
    }),
    messageId: messageId(mail.mailKey, siteUrl),
    // Auto-responders do not answer such a mail.
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Mails that are always sent lead to the notification settings instead.
      'List-Unsubscribe': `<${off ?? siteUrl + paths.notificationSettings()}>`,
      // RFC 8058: the mail reader shows its own unsubscribe button, which posts to the address.
      ...(off !== null && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The Message-ID of a mail: the same for every attempt and process. */
export function messageId(mailKey: string, siteUrl: string): string {
  const name = createHash('sha256').update(mailKey).digest('hex').slice(0, 32);
  return `<${name}@${new URL(siteUrl).hostname}>`;
}

function failureOf(reason: unknown): 'permanent' | 'refused' | 'server' | 'mail' {
  if (reason instanceof InvalidAddress) return 'permanent';
  if (!(reason instanceof Error)) return 'mail';
  const { code, command, permanent, responseCode }: NodemailerError = reason;
  if (SERVER_ERRORS.has(code ?? '') || responseCode === 421) return 'server';
  return command === 'RCPT TO' && permanent === true ? 'refused' : 'mail';
}
