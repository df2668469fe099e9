import type { Instant } from '../kernel/instant.ts';

/**
 * How far a store's account at the payment provider has come. Only an active one is paid; a restricted one was active
 * and lacks something now; a rejected one will not be paid unless the provider thinks again.
 */
export const BUSINESS_ACCOUNT_STATES = ['none', 'pending', 'active', 'restricted', 'rejected'] as const;
export type BusinessAccountState = (typeof BUSINESS_ACCOUNT_STATES)[number];

export const BUSINESS_KINDS = { individual: 'A person', company: 'A company' } as const;
export type BusinessKind = keyof typeof BUSINESS_KINDS;

/** What the provider may wait for, in our own words, and what the seller does about it. */
export const REQUIREMENTS = {
  person: {
    title: 'Who you are',
    todo: 'Enter name, date of birth and home address as they stand in your passport or identity card.',
  },
  company: {
    title: 'Your company',
    todo: 'Enter its registered name, number and address, and who owns and leads it.',
  },
  document: {
    title: 'A document',
    todo: 'Hand in a sharp photo of the whole document, front and back. It must not have expired.',
  },
  tax: { title: 'A tax number', todo: 'Enter the number the tax office gave you or your company.' },
  bank: {
    title: 'Your bank account',
    todo: 'Enter the account your money goes to. It must be in your name or your company’s.',
  },
  terms: { title: 'Terms', todo: 'Read and accept the payment provider’s terms.' },
  other: {
    title: 'Something more',
    todo: 'The payment provider says on its page what it asks for.',
  },
} as const;
export type RequirementSubject = keyof typeof REQUIREMENTS;

/** One thing that is missing or being looked at. */
export interface Requirement {
  subject: RequirementSubject;
  /** Whose turn it is. */
  from: 'seller' | 'provider';
  /** Whether the account is held back until it is there, or will be later. */
  due: 'now' | 'later';
  /** Whether something was handed in and did not pass. */
  refused: boolean;
}

/** A store's account as its owner sees it. */
export interface BusinessAccount extends BusinessDetails {
  state: BusinessAccountState;
  requirements: Requirement[];
  /** By when what is missing has to be there; null where there is no day. */
  dueAt: Instant | null;
  /** Since when its state was last asked of the provider; null before the first time. */
  askedAt: Instant | null;
}

/** Who sells, by the seller's own word. */
export interface BusinessDetails {
  kind: BusinessKind;
  legalName: string;
  /** ISO 3166, two capital letters. */
  country: string;
  /** "" where there is none. */
  vatId: string;
}

/** Where sellers can be paid. Source: the countries the payment provider pays recipients in. */
export const SELLER_COUNTRIES =
  'AE AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GI GR HK HR HU IE IT JP LI LT LU LV MT MX NL NO NZ PL PT RO SE SG SI SK TH US'.split(
    ' ',
  );

/** A country's name in English. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;
}

export const LEGAL_NAME_MAX = 120;

/** A VAT id without the blanks, dots and dashes people write into it. */
export function vatIdOf(typed: string): string {
  return typed.replace(/[\s.\-/]/g, '').toUpperCase();
}

const VAT_IN_UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** What is wrong with a seller's details, a sentence a field; empty where all of it can be kept. */
export function businessDetailsRefusals(
  details: BusinessDetails,
): Partial<Record<keyof BusinessDetails, string>> {
  const refusals: ReturnType<typeof businessDetailsRefusals> = {};
  const name = details.legalName.trim();
  if (name.length < 2 || name.length > LEGAL_NAME_MAX)
    refusals.legalName = `Enter the name as it stands in official papers, between 2 and ${LEGAL_NAME_MAX} characters.`;
  if (!SELLER_COUNTRIES.includes(details.country))
    refusals.country = 'Choose the country you or your company are registered in.';
  const vat = vatIdOf(details.vatId);
  if (vat !== '') {
    const prefix = details.country === 'GR' ? 'EL' : details.country;
    if (!/^[A-Z0-9]{4,20}$/.test(vat)) refusals.vatId = 'A VAT id has 4 to 20 letters and digits.';
    else if (VAT_IN_UNION.has(details.country) && !vat.startsWith(prefix))
      refusals.vatId = `A VAT id of this country begins with ${prefix}.`;
  }
  return refusals;
}

/** What the payment provider says of an account, in our words. */
export interface ProviderAccountStatus {
  transfers: 'active' | 'pending' | 'restricted' | 'rejected' | 'unsupported';
  closed: boolean;
}

/**
 * The state that follows from the provider's word. Only whether the account was ever active is remembered: what lacks
 * something before that is still pending, and restricted afterwards.
 */
export function businessAccountState(told: ProviderAccountStatus, wasActive: boolean): BusinessAccountState {
  if (told.closed || told.transfers === 'rejected' || told.transfers === 'unsupported') return 'rejected';
  if (told.transfers === 'active') return 'active';
  return wasActive ? 'restricted' : 'pending';
}

/** Which of our words a requirement of the provider is about, by the provider's own name for it. */
export function requirementSubject(description: string): RequirementSubject {
  const name = description.toLowerCase();
  if (/document|verification|proof|selfie/.test(name)) return 'document';
  if (/bank|external_account|payout_method|outbound_destination/.test(name)) return 'bank';
  if (/terms_of_service|tos_acceptance|attestation|agreement/.test(name)) return 'terms';
  if (/tax|id_number|vat/.test(name)) return 'tax';
  if (/company|business|owner|director|executive|organization/.test(name)) return 'company';
  if (/individual|person|representative|identity/.test(name)) return 'person';
  return 'other';
}

/** Requirements without repetition: of several about one subject the most pressing stands, the seller's turn first. */
export function requirementList(found: readonly Requirement[]): Requirement[] {
  const weight = (one: Requirement) => (one.from === 'seller' ? 4 : 0) + (one.due === 'now' ? 2 : 0);
  const best = new Map<RequirementSubject, Requirement>();
  for (const one of found) {
    const known = best.get(one.subject);
    const stands = known && weight(known) >= weight(one) ? known : one;
    best.set(one.subject, { ...stands, refused: one.refused || known?.refused === true });
  }
  const order = Object.keys(REQUIREMENTS);
  return [...best.values()].sort(
    (a, b) => weight(b) - weight(a) || order.indexOf(a.subject) - order.indexOf(b.subject),
  );
}

/** Whether the seller's share of a sale can be sent now; it is owed otherwise. */
export function canBePaid(account: { state: BusinessAccountState; stripeAccountId: string } | null): boolean {
  return account !== null && account.state === 'active' && account.stripeAccountId !== '';
}

/**
 * Whether what has a price may be sold at all. While an account is restricted the seller's share of each sale waits;
 * before it was active, or once it is rejected, nobody knows whether it could ever be sent.
 */
export function mayTakeMoney(state: BusinessAccountState): boolean {
  return state === 'active' || state === 'restricted';
}

export type BusinessRefusal = 'account-not-active';

export const BUSINESS_REFUSAL_TEXTS: Record<BusinessRefusal, string> = {
  'account-not-active': 'Finish your business account before you sell; something free can be published now.',
};

/** Why this cannot be put up for sale with the store's account as it is, or null. What is free needs no account. */
export function businessRefusal(
  state: BusinessAccountState,
  product: { free: boolean },
): BusinessRefusal | null {
  return product.free || state === 'active' ? null : 'account-not-active';
}

/** Whether kind, name and country may still be changed: later they are the provider's to keep. */
export function detailsAreEditable(state: BusinessAccountState): boolean {
  return state === 'none' || state === 'pending';
}
