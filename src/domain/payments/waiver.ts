import { hasRightOfWithdrawal } from '../kernel/countries.ts';
import type { Instant } from '../kernel/instant.ts';

/**
 * The right of withdrawal from distance contracts. It is lost for downloads where the buyer asked for delivery at once and
 * knew that. It is lost no earlier than delivery begins, so of a pre-order not before it is delivered. Source: directive
 * 2011/83/EU Art. 9 and 16 (m); Consumer Contracts Regulations 2013, reg. 37.
 */

/** Each wording that buyers agreed to, by its version. An old one stays: orders quote it. */
export const WAIVER_TEXTS: Record<string, string> = {
  '2026-11':
    'I want my download at once, and I know that I lose my right of withdrawal when it is delivered.',
  '2026-11-pre-order':
    'I want each pre-order as soon as its artist delivers it, and everything else at once. I know that I lose my right of withdrawal from each model when it is delivered, and that I keep it until then.',
};
/** The version that is asked for now, where everything is delivered at once. */
export const WAIVER_WORDING = '2026-11';
/** The version that is asked for now, where something is sold before it is finished. */
export const PRE_ORDER_WAIVER_WORDING = '2026-11-pre-order';

/** The version that is asked for these lines of an order; those with a promised day are pre-orders. */
export function waiverWordingFor(lines: readonly { promisedDay?: Instant }[]): string {
  return lines.some(({ promisedDay }) => promisedDay !== undefined)
    ? PRE_ORDER_WAIVER_WORDING
    : WAIVER_WORDING;
}

/** Days in which a contract can be withdrawn from. */
export const WITHDRAWAL_DAYS = 14;

/** Zones of Europe in whose countries no such right is known to us. */
const ELSEWHERE_IN_EUROPE = new Set(
  'Andorra Astrakhan Belgrade Chisinau Istanbul Kaliningrad Kiev Kirov Kyiv Minsk Moscow Podgorica Samara Saratov Sarajevo Simferopol Skopje Tirane Ulyanovsk Volgograd Zurich'
    .split(' ')
    .map((city) => `Europe/${city}`),
);
/** Zones of countries of the European Economic Area that lie elsewhere. */
const FAR = new Set(
  'Africa/Ceuta America/Cayenne America/Guadeloupe America/Martinique Arctic/Longyearbyen Asia/Famagusta Asia/Nicosia Atlantic/Azores Atlantic/Canary Atlantic/Madeira Atlantic/Reykjavik Indian/Mayotte Indian/Reunion'.split(
    ' ',
  ),
);

/** Whether buyers with this time zone are asked to give up their right: where it exists. "" is asked nothing. */
export function isAskedInZone(timeZone: string): boolean {
  return (timeZone.startsWith('Europe/') && !ELSEWHERE_IN_EUROPE.has(timeZone)) || FAR.has(timeZone);
}

/** Languages that are mostly spoken where the right exists, for browsers that name no country. */
const EUROPEAN = new Set(
  'bg cs da de el et fi ga hr hu is it lt lv mt nb nl nn no pl ro sk sl sv'.split(' '),
);

/** The same by the first language of a browser (Accept-Language), where a page is answered without its time zone. */
export function isAskedInLanguage(acceptLanguage: string): boolean {
  const [language = '', ...parts] = acceptLanguage.split(/[,;]/, 1).join('').trim().split('-');
  const country = parts.find((part) => /^[A-Za-z]{2}$/.test(part));
  return country === undefined
    ? EUROPEAN.has(language.toLowerCase())
    : hasRightOfWithdrawal(country.toUpperCase());
}

export type WaiverRefusal = 'not-given' | 'other-wording';

export const WAIVER_REFUSAL_TEXTS: Record<WaiverRefusal, string> = {
  'not-given': 'Tick the sentence about delivery and your right of withdrawal.',
  'other-wording': 'The sentence that you agreed to has changed. Reload the page and read it.',
};

/**
 * Why nothing can be bought with this answer, or null. Whoever was not asked keeps the right.
 * @param wording the version that the buyer ticked; null for none
 * @param askedWording the version that is asked for what they buy
 */
export function waiverRefusal(
  isAsked: boolean,
  wording: string | null,
  askedWording = WAIVER_WORDING,
): WaiverRefusal | null {
  if (wording !== null && wording !== askedWording) return 'other-wording';
  return isAsked && wording === null ? 'not-given' : null;
}
