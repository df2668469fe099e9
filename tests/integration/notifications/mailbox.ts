import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server that stores what it accepted, with headers, and can be made to fail. */
export interface Mailbox {
  port: number;
  mails: Email[];
  /** The number of attempts by recipient. */
  attempts: Map<string, number>;
  close(): Promise<void>;
}

export interface Manners {
  /** Rejects these addresses permanently. */
  refuses?: readonly string[];
  /** Called before a mail is accepted, for events at that moment. */
  beforeTaking?: () => void;
}

export async function openMailbox({ refuses = [], beforeTaking }: Manners = {}): Promise<Mailbox> {
  const mails: Email[] = [];
  const attempts = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      attempts.set(address, (attempts.get(address) ?? 0) + 1);
      if (!refuses.includes(address)) return done();
      done(Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        (async () => {
          beforeTaking?.();
          mails.push(await PostalMime.parse(Buffer.concat(chunks)));
        })().then(() => done(), done);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    port: address.port,
    mails,
    attempts,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function headerOf(mail: Email | undefined, key: string): string | undefined {
  return mail?.headers.find((header) => header.key === key)?.value;
}
