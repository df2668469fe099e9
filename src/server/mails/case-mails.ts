import { CASE_KINDS, type Case, type CaseState, caseName } from '../../domain/case.ts';
import type { Mail } from '../../domain/mail.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, letter, named, quoted } from './letter.ts';

const SUBJECTS: Record<CaseState, string> = {
  open: 'is open',
  answered: 'was answered',
  upheld: 'is decided: the claim is right',
  dismissed: 'is decided: the claim is dismissed',
};

/** To the seller: a claim was made, or it is decided. Says nothing about who made it. Null where he did it himself. */
export function caseMailToSeller(
  hall: Letterhead,
  about: Case,
  seller: { storeName: string; email: string },
): Mail | null {
  const what = about.product ? `"${named(about.product.name)}"` : `your store ${named(seller.storeName)}`;
  const settings = hall.siteUrl + paths.account('store-settings');
  const texts: Record<CaseState, string[] | null> = {
    open: [
      `Somebody made a claim about ${what}. It is case ${caseName(about)}, ${CASE_KINDS[about.kind].toLowerCase()}:`,
      quoted(about.claim),
      about.suspends
        ? 'Until it is decided, it is out of sight. Whoever bought it keeps it.'
        : 'Until it is decided, everything stays as it is.',
      `Please answer by ${dayText(about)}; after that day we may decide without your answer:\n${settings}`,
    ],
    answered: null,
    upheld: [
      `We looked at case ${caseName(about)} about ${what} and find the claim right. It is out of sight from now on. Whoever bought it keeps it.`,
      ...decisionOf(about),
      `The case and what was said in it:\n${settings}`,
    ],
    dismissed: [
      `We looked at case ${caseName(about)} about ${what} and dismiss the claim. If it was out of sight because of this case alone, it stands where it stood before. You need not do anything.`,
      ...decisionOf(about),
    ],
  };
  const parts = texts[about.state];
  return parts && mailOf(hall, about, 'seller', seller.email, parts);
}

/** To whoever made the claim: we have it, the seller answered, or it is decided. */
export function caseMailToReporter(hall: Letterhead, about: Case, reporter: string): Mail {
  const what = about.product ? `"${named(about.product.name)}"` : 'a store';
  const texts: Record<CaseState, string[]> = {
    open: [
      `We have your claim about ${what}. It is case ${caseName(about)}. You wrote:`,
      quoted(about.claim),
      `The seller reads your words without your name or address, and has until ${dayText(about)} for an answer. Then we decide and write to you again.`,
    ],
    answered: [
      `The seller answered your claim about ${what}, case ${caseName(about)}:`,
      quoted(about.answer),
      'We decide now and write to you again.',
    ],
    upheld: [
      `We looked at your claim about ${what}, case ${caseName(about)}, and find it right. It is out of sight from now on.`,
      ...decisionOf(about),
    ],
    dismissed: [
      `We looked at your claim about ${what}, case ${caseName(about)}, and dismiss it.`,
      ...decisionOf(about),
    ],
  };
  return mailOf(hall, about, 'reporter', reporter, texts[about.state]);
}

function mailOf(
  hall: Letterhead,
  about: Case,
  side: 'seller' | 'reporter',
  to: string,
  parts: string[],
): Mail {
  return {
    mailKey: `case:${about.id}:${about.state}:${side}`,
    kind: 'case',
    to,
    subject: `Case ${caseName(about)} ${SUBJECTS[about.state]}`,
    body: letter(hall, parts),
  };
}

const decisionOf = ({ decision }: Case) => (decision === '' ? [] : ['Why:', quoted(decision)]);

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayText = ({ deadline }: Case) => DAY.format(deadline);
