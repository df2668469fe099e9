import type { MailKind } from './mail.ts';

/**
 * Mails to an address that the sender typed, which may belong to anybody: gifts, invitations of access groups, and the
 * confirmation of a new address.
 */
export const ADDRESSED_KINDS = ['free-gift', 'gift', 'access', 'email-change'] as const;
export type AddressedKind = (typeof ADDRESSED_KINDS)[number];

/** The kinds of mails that the owner of any address can stop, with or without an account. */
export const ADDRESS_STOPPABLE_KINDS = ['gift', 'access'] as const satisfies readonly MailKind[];
export type StoppableKind = (typeof ADDRESS_STOPPABLE_KINDS)[number];

export function isStoppable(kind: string): kind is StoppableKind {
  return ADDRESS_STOPPABLE_KINDS.some((one) => one === kind);
}

/** What stops a mail of this kind; null where nobody else chose the words and the sender proves the address with it. */
export const STOP_OF: Record<AddressedKind, StoppableKind | null> = {
  'free-gift': 'gift',
  gift: 'gift',
  access: 'access',
  'email-change': null,
};

/**
 * What only an account with a confirmed address may send. A store's owner has confirmed theirs; a new address can also
 * correct a mistyped one.
 */
export const NEEDS_CONFIRMED: Record<AddressedKind, boolean> = {
  'free-gift': true,
  gift: true,
  access: false,
  'email-change': false,
};

/** How many such mails there have been within 24 hours: of the sender, of both together, to the recipient, from the network. */
export interface AddressedCounts {
  sender: number;
  pair: number;
  recipient: number;
  network: number;
}

/** The most mails of a kind within 24 hours. A paid gift costs its sender money, so more of them are allowed. */
export const ADDRESSED_LIMITS: Record<AddressedKind, AddressedCounts> = {
  'free-gift': { sender: 10, pair: 3, recipient: 5, network: 20 },
  gift: { sender: 50, pair: 10, recipient: 50, network: 100 },
  // How many a store may send is the rule of delivery-mails.ts, never more than these; the network is the job's own.
  access: { sender: 50_000, pair: 3, recipient: 10, network: 0 },
  'email-change': { sender: 5, pair: 3, recipient: 5, network: 20 },
};

/**
 * The most of these mails that one mailbox gets, whatever their kinds and whoever sends them. A paid gift is not held back
 * by them: its sender has paid for it.
 */
export const RECIPIENT_MOST = { soonMs: 600_000, soon: 6, day: 20 } as const;
/** The kinds that the count of a mailbox holds back. */
export const COUNTS_RECIPIENT: Record<AddressedKind, boolean> = {
  'free-gift': true,
  gift: false,
  access: true,
  'email-change': true,
};

/** The time over which these mails are counted, in ms. */
export const ADDRESSED_WITHIN_MS = 86_400_000;
/** How long the rows that count them are stored, in ms. */
export const ADDRESSED_STORED_MS = 400 * 86_400_000;

export const ADDRESSED_REFUSALS = [
  'unconfirmed',
  'stopped',
  'pair',
  'recipient',
  'sender',
  'network',
] as const;
export type AddressedRefusal = (typeof ADDRESSED_REFUSALS)[number];

const WHAT: Record<AddressedKind, string> = {
  'free-gift': 'free gifts',
  gift: 'gifts',
  access: 'deliveries',
  'email-change': 'confirmations',
};

/** The sentence for a sender whose mail is refused. */
export function addressedRefusalText(kind: AddressedKind, refusal: AddressedRefusal): string {
  const what = WHAT[kind];
  const texts: Record<AddressedRefusal, string> = {
    unconfirmed: `Confirm your e-mail address first; then you can send ${what}. The link is in the mail we sent you.`,
    stopped: `The owner of this address does not want mails about ${what}. Nothing was sent.`,
    pair: `You have sent this address many ${what} today. Try again tomorrow.`,
    recipient: `This address has received many ${what} today. Try again tomorrow.`,
    sender: `You have sent many ${what} today. Try again tomorrow.`,
    network: `Many ${what} were sent from your network today. Try again tomorrow.`,
  };
  return texts[refusal];
}

/** Why a mail to an address is not sent, or null. The server counts again in the transaction that sends it. */
export function addressedRefusal(
  kind: AddressedKind,
  facts: { confirmed: boolean; stopped: boolean; sent: AddressedCounts },
): AddressedRefusal | null {
  if (!facts.confirmed) return 'unconfirmed';
  if (facts.stopped) return 'stopped';
  const most = ADDRESSED_LIMITS[kind];
  for (const by of ['pair', 'recipient', 'sender', 'network'] as const)
    if (most[by] > 0 && facts.sent[by] >= most[by]) return by;
  return null;
}

/** Providers that ignore dots before the "@". */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * An address in the form in which addresses are compared: lower case and without "+tag", so that one mailbox counts once
 * however it is written.
 */
export function mailboxOf(address: string): string {
  const written = address.normalize('NFC').trim().toLowerCase();
  const at = written.lastIndexOf('@');
  if (at < 1) return written;
  const domain = written.slice(at + 1);
  // A name that begins with "+" is no tag.
  const tag = written.indexOf('+', 1);
  const name = written.slice(0, tag < 0 ? at : Math.min(tag, at));
  if (!DOTLESS.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '') || name}@gmail.com`;
}
