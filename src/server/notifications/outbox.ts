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
import { addressRefusal, headerText, nextTry } from '../../domain/notifications/mail.ts';
import { switchOfMailKind } from '../../domain/notifications/notification.ts';
import { paths } from '../../paths.ts';
import { NOT_NOW, openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

/** The mail server that letters leave by. */
export interface SmtpSettings {
  host: string;
  port: number;
  username: string;
  password: string;
  /** Encrypted from the first byte; else STARTTLS where the server offers it. */
  tls: boolean;
  /** The address that mails come from. */
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
/** Troubles of the mail server, not of one mail: every other mail would meet the same. */
const SERVER_TROUBLES = new Set([
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
 * Sends what stands in the outbox, one after the other, and tries again what could not be sent. A mail is claimed before
 * it is sent, so that two processes never send the same one. Only an end between the mail server's word and our note of
 * it can send one twice: the claim is free again after ten minutes, and nobody knows that the mail had left. Its
 * Message-ID is the same then, by which most mail readers show it once.
 */
export function openOutbox(parts: OutboxParts): PeriodicJob {
  const { pb, smtp, now, onError } = parts;
  const transport = nodemailer.createTransport({
    // One connection for all that is due, closed soon after. Never twice by itself: who tries again is decided here.
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
  /** Sent, but the database did not answer when we wanted to note it. By id. */
  const unnoted = new Map<string, WaitingMail>();
  const noteSent = async (mail: WaitingMail) => {
    unnoted.set(mail.id, mail);
    await markSent(pb, mail, now());
    unnoted.delete(mail.id);
  };
  /** Answers whether the next mail is worth a try. */
  const sendOne = async (waiting: WaitingMail): Promise<boolean> => {
    const mail = await claimMail(pb, waiting, now());
    if (!mail) return true;
    try {
      if (addressRefusal(mail.to)) throw new NoAddress();
      await transport.sendMail(broadcastOf(mail, parts));
    } catch (reason) {
      const trouble = troubleOf(reason);
      const again =
        trouble === 'hopeless' ? null : nextTry({ ...mail, refused: trouble === 'refused' }, now());
      await markFailed(pb, mail, String(reason), again, now());
      onError(reason);
      return trouble !== 'server';
    }
    await noteSent(mail);
    return true;
  };
  let closed = false;
  const sendDue = async (): Promise<unknown> => {
    for (const mail of unnoted.values()) await noteSent(mail);
    let due: WaitingMail[];
    do {
      due = await mailsToSend(pb, now(), AT_ONCE);
      for (const mail of due) {
        if (closed || !(await sendOne(mail))) return NOT_NOW;
      }
    } while (due.length === AT_ONCE);
    return undefined;
  };
  const orNotNow = (reason: unknown) => {
    onError(reason);
    return NOT_NOW;
  };
  const job = openPeriodicJob(() => sendDue().catch(orNotNow), EVERY_MS, onError);
  return {
    wake: job.wake,
    /** Finishes the mail under way and sends no other. */
    async close() {
      closed = true;
      await job.close();
      transport.close();
    },
  };
}

/** An address that cannot be written into a mail, whatever the mail server would make of it. */
class NoAddress extends Error {
  constructor() {
    super('this is no address a mail can be sent to');
    this.name = 'NoAddress';
  }
}

function broadcastOf(mail: WaitingMail, { smtp, siteUrl, siteName }: OutboxParts) {
  const off = switchOfMailKind(mail.kind) === null ? null : siteUrl + paths.mailOff(mail.id);
  return {
    from: { name: headerText(siteName), address: smtp.from },
    to: { name: '', address: mail.to },
    subject: headerText(mail.subject),
    text: off === null ? mail.body : `${mail.body}\nNo more mails like this one:\n${off}\n`,
    messageId: messageId(mail.mailKey, siteUrl),
    // Answering machines leave such a mail alone.
    headers: {
      'Auto-Submitted': 'auto-generated',
      // What somebody has to be told leads to where he reads how he is told of the rest.
      'List-Unsubscribe': `<${off ?? siteUrl + paths.notificationSettings()}>`,
      // RFC 8058: the mail reader shows a button of its own, which posts to the address.
      ...(off !== null && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The same for the same mail, whoever sends it and whenever. */
export function messageId(mailKey: string, siteUrl: string): string {
  const name = createHash('sha256').update(mailKey).digest('hex').slice(0, 32);
  return `<${name}@${new URL(siteUrl).hostname}>`;
}

function troubleOf(reason: unknown): 'hopeless' | 'refused' | 'server' | 'mail' {
  if (reason instanceof NoAddress) return 'hopeless';
  if (!(reason instanceof Error)) return 'mail';
  const { code, command, permanent, responseCode }: NodemailerError = reason;
  if (SERVER_TROUBLES.has(code ?? '') || responseCode === 421) return 'server';
  return command === 'RCPT TO' && permanent === true ? 'refused' : 'mail';
}
