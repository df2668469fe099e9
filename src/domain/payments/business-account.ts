import { countryName } from '../kernel/countries.ts';
import type { Instant } from '../kernel/instant.ts';

/**
 * The state of a store's account at the payment provider. Only an active account is paid; a restricted one was active
 * and now lacks something; a rejected one is not paid unless the provider reconsiders.
 */
export const BUSINESS_ACCOUNT_STATES = ['none', 'pending', 'active', 'restricted', 'rejected'] as const;
export type BusinessAccountState = (typeof BUSINESS_ACCOUNT_STATES)[number];

export const BUSINESS_KINDS = { individual: 'A person', company: 'A company' } as const;
export type BusinessKind = keyof typeof BUSINESS_KINDS;

/** What the provider may require, and what the seller does about it. */
export const REQUIREMENTS = {
  person: {
    title: 'Who you are',
    todo: 'Enter name, date of birth and home address as shown on your passport or identity card.',
  },
  company: {
    title: 'Your company',
    todo: 'Enter its registered name, number and address, and who owns and runs it.',
  },
  document: {
    title: 'A document',
    todo: 'Upload a sharp photo of the whole document, front and back. It must not have expired.',
  },
  tax: { title: 'A tax number', todo: 'Enter the number the tax office gave you or your company.' },
  bank: {
    title: 'Your bank account',
    todo: 'Enter the account your money goes to. It must be in your name or your company’s.',
  },
  terms: { title: 'Terms', todo: 'Read and accept the payment provider’s terms.' },
  other: {
    title: 'Further information',
    todo: 'The payment provider’s page says what it needs.',
  },
} as const;
export type RequirementSubject = keyof typeof REQUIREMENTS;

/** One requirement that is missing or under review. */
export interface Requirement {
  subject: RequirementSubject;
  /** Whose turn it is. */
  from: 'seller' | 'provider';
  /** Whether the account is restricted until it is provided, or will be later. */
  due: 'now' | 'later';
  /** Whether something was submitted and did not pass. */
  refused: boolean;
}

/** A store's account as its owner sees it. */
export interface BusinessAccount extends BusinessDetails {
  state: BusinessAccountState;
  requirements: Requirement[];
  /** The deadline for what is missing; null where there is none. */
  dueAt: Instant | null;
  /** When it was last synced with the provider; null before the first time. */
  askedAt: Instant | null;
}

/** The seller's details, as they entered them. */
export interface BusinessDetails {
  kind: BusinessKind;
  legalName: string;
  /** ISO 3166, two capital letters. */
  country: string;
  /** "" where there is none. */
  vatId: string;
}

/** The countries among which the payment provider transfers money of a marketplace by itself. Source: its page on cross-border payouts. */
const CROSS_BORDER =
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK US'.split(
    ' ',
  );
/** Those in which it pays sellers, but only of a marketplace in the same country. */
const ALONE = 'AE AU GI HK JP MX NZ SG TH'.split(' ');

/** Every country in which a seller of some marketplace can be paid. */
export const SELLER_COUNTRIES: readonly string[] = [...CROSS_BORDER, ...ALONE].sort();

/**
 * The countries in which sellers of this marketplace can be paid.
 * @param operatorCountry where the operator is; "" where that is not said, as in the demo world
 */
export function sellerCountries(operatorCountry: string): readonly string[] {
  if (operatorCountry === '' || CROSS_BORDER.includes(operatorCountry)) return CROSS_BORDER;
  return SELLER_COUNTRIES.includes(operatorCountry) ? [operatorCountry] : [];
}

export const LEGAL_NAME_MAX = 120;

/** A VAT id in capitals, without spaces, dots, dashes and slashes. */
export function vatIdOf(typed: string): string {
  return typed.replace(/[\s.\-/]/g, '').toUpperCase();
}

const VAT_IN_UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/**
 * One error message per invalid field of a seller's details; empty where all are valid.
 * @param countries in which sellers of this marketplace can be paid
 */
export function businessDetailsRefusals(
  details: BusinessDetails,
  countries: readonly string[] = SELLER_COUNTRIES,
): Partial<Record<keyof BusinessDetails, string>> {
  const refusals: ReturnType<typeof businessDetailsRefusals> = {};
  const name = details.legalName.trim();
  if (name.length < 2 || name.length > LEGAL_NAME_MAX)
    refusals.legalName = `Enter the name as it appears in official documents, between 2 and ${LEGAL_NAME_MAX} characters.`;
  if (!countries.includes(details.country))
    refusals.country = SELLER_COUNTRIES.includes(details.country)
      ? `Sellers in ${countryName(details.country)} cannot be paid by this marketplace.`
      : 'Choose the country you or your company are registered in.';
  const vat = vatIdOf(details.vatId);
  if (vat !== '') {
    const prefix = details.country === 'GR' ? 'EL' : details.country;
    if (!/^[A-Z0-9]{4,20}$/.test(vat)) refusals.vatId = 'A VAT id has 4 to 20 letters and digits.';
    else if (VAT_IN_UNION.has(details.country) && !vat.startsWith(prefix))
      refusals.vatId = `A VAT id of this country begins with ${prefix}.`;
  }
  return refusals;
}

/** The part of the provider's account that decides its state. */
export interface ProviderAccountStatus {
  transfers: 'active' | 'pending' | 'restricted' | 'rejected' | 'unsupported';
  closed: boolean;
}

/**
 * The state that follows from the provider's status. An account that lacks something is pending until it was active
 * once, and restricted afterwards.
 */
export function businessAccountState(told: ProviderAccountStatus, wasActive: boolean): BusinessAccountState {
  if (told.closed || told.transfers === 'rejected' || told.transfers === 'unsupported') return 'rejected';
  if (told.transfers === 'active') return 'active';
  return wasActive ? 'restricted' : 'pending';
}

/** The subject of a requirement, by the provider's name for it. */
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

/** One requirement per subject: the most urgent of several, those that wait for the seller first. */
export function requirementList(found: readonly Requirement[]): Requirement[] {
  const weight = (one: Requirement) => (one.from === 'seller' ? 4 : 0) + (one.due === 'now' ? 2 : 0);
  const best = new Map<RequirementSubject, Requirement>();
  for (const one of found) {
    const known = best.get(one.subject);
    const urgent = known && weight(known) >= weight(one) ? known : one;
    best.set(one.subject, { ...urgent, refused: one.refused || known?.refused === true });
  }
  const order = Object.keys(REQUIREMENTS);
  return [...best.values()].sort(
    (a, b) => weight(b) - weight(a) || order.indexOf(a.subject) - order.indexOf(b.subject),
  );
}

/** Whether the seller's share of a sale can be transferred now; otherwise it is owed. */
export function canBePaid(account: { state: BusinessAccountState; stripeAccountId: string } | null): boolean {
  return account !== null && account.state === 'active' && account.stripeAccountId !== '';
}

/**
 * Whether paid products may be sold at all. While an account is restricted the seller's share of each sale is owed.
 * Before it was active, and once it is rejected, it is unknown whether a share could ever be sent.
 */
export function mayTakeMoney(state: BusinessAccountState): boolean {
  return state === 'active' || state === 'restricted';
}

export type BusinessRefusal = 'account-not-active';

export const BUSINESS_REFUSAL_TEXTS: Record<BusinessRefusal, string> = {
  'account-not-active': 'Finish your business account before you sell; free products can be published now.',
};

/** Why a product cannot be put up for sale with the store's account in this state, or null. Free products need no account. */
export function businessRefusal(
  state: BusinessAccountState,
  product: { free: boolean },
): BusinessRefusal | null {
  return product.free || state === 'active' ? null : 'account-not-active';
}

/** Whether kind, name and country may still be changed here; later they are changed at the provider. */
export function detailsAreEditable(state: BusinessAccountState): boolean {
  return state === 'none' || state === 'pending';
}
