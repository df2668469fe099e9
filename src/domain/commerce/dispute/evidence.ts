import { countryName } from '../../kernel/countries.ts';
import { dayText, type Instant } from '../../kernel/instant.ts';
import { type Cents, moneyText } from '../../kernel/money.ts';
import { counted } from '../../kernel/plural.ts';
import { type OrderState, orderStateText } from '../order.ts';

/** What is known of an order that speaks for it in a dispute. Nothing here is anybody's word but the records'. */
export interface EvidenceFacts {
  siteName: string;
  order: {
    number: string;
    placedAt: Instant;
    paidAt: Instant | null;
    /** With tax. */
    totalCents: Cents;
    refundedCents: Cents;
    email: string;
    card: string;
    /** To whom it was given; null for the buyer's own. */
    giftEmail: string | null;
    /** Of the payment, by its code; "" where the provider does not say it. */
    country: string;
  };
  buyer: { name: string; address: readonly string[]; username: string; since: Instant | null };
  lines: readonly { name: string; storeName: string; paidCents: Cents }[];
  /** What the buyer agreed to when they paid; null where nothing was asked. */
  consent: { words: string; at: Instant } | null;
  /** Legal texts that the account agreed to. */
  terms: readonly { name: string; version: number; at: Instant }[];
  /** Files of the order that were downloaded. */
  downloads: readonly { name: string; times: number; firstAt: Instant; lastAt: Instant; bytes: number }[];
  /** Orders of the same account before this one that were paid, newest first. */
  earlier: readonly {
    number: string;
    paidAt: Instant;
    totalCents: Cents;
    state: OrderState;
    lostCents: Cents;
  }[];
}

/** The evidence of an order as it is handed in: text by the field of the provider. */
export interface DisputeEvidence {
  productDescription: string;
  customerName: string;
  customerEmail: string;
  billingAddress: string;
  serviceDate: string;
  activityLog: string;
  refundPolicy: string;
  refundRefusal: string;
  statement: string;
}

/** The most characters of one text. Source: the provider's reference of a dispute's evidence. */
export const EVIDENCE_TEXT_MAX = 20_000;
/** The most characters of what somebody at the desk adds. */
export const EVIDENCE_WORDS_MAX = 5_000;

/** How the fields are called at the desk, in the order in which they are shown. */
export const EVIDENCE_LABELS: Record<keyof DisputeEvidence, string> = {
  productDescription: 'What was sold',
  customerName: 'Buyer',
  customerEmail: 'E-mail address',
  billingAddress: 'Billing address',
  serviceDate: 'Delivered on',
  activityLog: 'Downloads',
  refundPolicy: 'Consent and terms',
  refundRefusal: 'Refunds',
  statement: 'Order and earlier orders',
};

/**
 * The evidence of an order, from its records alone.
 * @param words what somebody at the desk adds, at most `EVIDENCE_WORDS_MAX` characters; "" for nothing
 */
export function evidenceOf(facts: EvidenceFacts, words: string): DisputeEvidence {
  const { order, buyer, consent, downloads, earlier } = facts;
  const delivered = downloads.map(({ firstAt }) => firstAt);
  const country = order.country === '' ? '' : countryName(order.country);
  return {
    productDescription: fitted([
      `Digital products, delivered at once by download on ${facts.siteName}. Order ${order.number}:`,
      ...facts.lines.map(
        ({ name, storeName, paidCents }) => `- ${name}, by ${storeName}: ${moneyText(paidCents)} without tax`,
      ),
    ]),
    customerName: buyer.name,
    customerEmail: order.email,
    billingAddress: [...buyer.address, country].filter(Boolean).join(', '),
    serviceDate: dayText(delivered.length === 0 ? (order.paidAt ?? order.placedAt) : Math.min(...delivered)),
    activityLog: fitted(
      downloads.length === 0
        ? ['Nothing of this order was downloaded.']
        : [
            `Downloads by the account that owns the products${buyer.username === '' ? '' : ` (${buyer.username})`}, times in UTC:`,
            ...downloads.map(
              ({ name, times, firstAt, lastAt, bytes }) =>
                `- ${name}: first on ${momentText(firstAt)}, last on ${momentText(lastAt)}, ${counted(times, 'time')}, ${bytes} bytes`,
            ),
          ],
    ),
    refundPolicy: fitted([
      consent === null
        ? 'The checkout names the terms of sale beside the button to pay.'
        : `Before paying, on ${momentText(consent.at)}, the buyer ticked: “${consent.words}”`,
      ...facts.terms.map(
        ({ name, version, at }) => `The account agreed to ${name}, version ${version}, on ${momentText(at)}.`,
      ),
    ]),
    refundRefusal: fitted([
      order.refundedCents > 0
        ? `${moneyText(order.refundedCents)} of ${moneyText(order.totalCents)} was refunded before the dispute.`
        : 'Nothing was refunded before the dispute.',
      ...(downloads.length > 0
        ? ['The products were downloaded, so they cannot be given back.']
        : ['The products are in the buyer’s library and can be downloaded at any time.']),
    ]),
    statement: fitted([
      ...(words === '' ? [] : [words, '']),
      `Order ${order.number}, placed on ${momentText(order.placedAt)}${order.paidAt === null ? '' : `, paid on ${momentText(order.paidAt)}`}: ${moneyText(order.totalCents)}${order.card === '' ? '' : `, ${order.card}`}.`,
      ...(country === '' ? [] : [`Country of the payment: ${country}.`]),
      ...(order.giftEmail === null ? [] : [`A gift for ${order.giftEmail}.`]),
      ...(buyer.since === null ? [] : [`The account exists since ${momentText(buyer.since)}.`]),
      earlier.length === 0
        ? 'The account has no earlier paid orders.'
        : 'Earlier paid orders of the same account, newest first:',
      ...earlier.map(
        (one) =>
          `- ${one.number}, ${momentText(one.paidAt)}: ${moneyText(one.totalCents)}, ${orderStateText(one).toLowerCase()}`,
      ),
    ]),
  };
}

/** Whole lines up to the provider's limit, and how many more there are. */
function fitted(lines: readonly string[]): string {
  const whole = lines.join('\n');
  if (whole.length <= EVIDENCE_TEXT_MAX) return whole;
  const room = EVIDENCE_TEXT_MAX - 40;
  let used = 0;
  let count = 0;
  for (const line of lines) {
    if (used + line.length + 1 > room) break;
    used += line.length + 1;
    count += 1;
  }
  return [...lines.slice(0, count), `… and ${lines.length - count} more lines`].join('\n');
}

/** "2026-11-27 20:03 UTC": the same for every bank. */
const momentText = (at: Instant) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
