import { hasRightOfWithdrawal, isCountryCode, isEuCountry } from './countries.ts';

/** Who runs the marketplace: the seller of record, named in the imprint and on every invoice. "" and [] where unknown. */
export interface Operator {
  /** The legal name of the person or company. */
  name: string;
  email: string;
  /** The postal address, line by line, without the country. */
  address: readonly string[];
  /** ISO code of two letters. */
  country: string;
  /** The register and the number in it; "none" for who is in none. */
  register: string;
  /** The VAT number; "none" for who has none. */
  vatId: string;
  phone: string;
  /** Who is responsible for what the site says. */
  responsible: string;
}

export const NO_OPERATOR: Operator = {
  name: '',
  email: '',
  address: [],
  country: '',
  register: '',
  vatId: '',
  phone: '',
  responsible: '',
};

/** Who sells: the operator, by the site's name where they are not named, as in development. */
export function sellerOfRecord({ operator, siteName }: { operator: Operator; siteName: string }): Operator {
  return operator.name === '' ? { ...operator, name: siteName } : operator;
}

/** What a fact is called among the settings, and why it is needed. */
const NEEDED = {
  name: ['PUBLIC_OPERATOR_NAME', 'the legal name of the person or company who runs the site'],
  email: ['PUBLIC_OPERATOR_EMAIL', 'an address that a person reads'],
  address: ['OPERATOR_ADDRESS', 'the postal address, its lines separated by semicolons'],
  country: ['OPERATOR_COUNTRY', 'the country you are in, as a code of two letters such as DE'],
  register: ['OPERATOR_REGISTER', 'the register and number of the business, or none'],
  vatId: ['OPERATOR_VAT_ID', 'the VAT number, or none'],
  phone: ['OPERATOR_PHONE', 'a telephone number'],
  responsible: ['OPERATOR_RESPONSIBLE', 'the person who is responsible for the content'],
} as const satisfies Record<keyof Operator, readonly [string, string]>;

const EVERYWHERE = ['name', 'email', 'address', 'country'] as const;

/**
 * What an imprint needs in a country, besides what it needs everywhere. Sources: directive 2000/31/EC Art. 5; § 18 MStV for
 * Germany; the E-Commerce Regulations 2002 of the United Kingdom; the Specified Commercial Transactions Act of Japan.
 */
export function neededFacts(country: string): (keyof Operator)[] {
  if (country === 'DE') return [...EVERYWHERE, 'register', 'vatId', 'phone', 'responsible'];
  if (country === 'JP') return [...EVERYWHERE, 'phone', 'responsible'];
  if (isEuCountry(country) || hasRightOfWithdrawal(country)) return [...EVERYWHERE, 'register', 'vatId'];
  return [...EVERYWHERE];
}

/** What is missing before the site may open, a sentence for each that names the setting; none where all is there. */
export function imprintProblems(operator: Operator): string[] {
  const missing = neededFacts(operator.country).filter((fact) => operator[fact].length === 0);
  const sentences = missing.map((fact) => {
    const [setting, what] = NEEDED[fact];
    return `${setting} must be set: ${what}.`;
  });
  if (operator.country !== '' && !isCountryCode(operator.country))
    sentences.push(`OPERATOR_COUNTRY must be a code of two capital letters such as DE.`);
  return sentences;
}

/** A fact that may say "none", as it is shown: "" then. */
export const shownFact = (fact: string): string => (fact.toLowerCase() === 'none' ? '' : fact);
