import {
  CASE_APPEAL_DAYS,
  CASE_KINDS,
  type Case,
  type CaseSide,
  type CaseState,
  caseName,
  SUBJECT_NAMES,
} from '../../domain/moderation/case.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, mailBody, named, quoted } from '../notifications/mail-layout.ts';

const SUBJECTS: Record<CaseState, string> = {
  open: 'is open',
  answered: 'was answered',
  upheld: 'is decided: the claim is right',
  dismissed: 'is decided: the claim is dismissed',
  appealed: 'is looked at once more',
};

/** How a case stands, in a line for one of its sides. */
export function caseHeadline(state: CaseState, side: CaseSide): string {
  return side === 'accused' && state === 'open' ? 'waits for your answer' : SUBJECTS[state];
}

/** How a mail speaks of what a case is about: "Wyrm", your store Ashgrove, your review. */
function aboutText({ about }: Pick<Case, 'about'>, yours: boolean): string {
  const { what, name } = about;
  if (what === 'product' && name !== '') return `"${named(name)}"`;
  const whose = yours ? 'your' : 'a';
  return `${whose} ${SUBJECT_NAMES[what]}${yours && name !== '' ? ` ${named(name)}` : ''}`;
}

const isThing = ({ about }: Case) => about.what === 'product' || about.what === 'store';
const gone = (one: Case) =>
  isThing(one)
    ? 'It is out of sight from now on. Whoever bought it keeps it.'
    : 'Nobody sees it from now on.';

/**
 * To whoever's thing it is: a claim was made, it is decided, or looked at once more. Says nothing about who made it.
 * Null where he did it himself.
 */
export function caseMailToAccused(letterhead: Letterhead, one: Case, to: string): Mail | null {
  const what = aboutText(one, true);
  const desk = letterhead.siteUrl + paths.reports();
  const own = one.quote === '' ? [] : ['These are the words it is about:', quoted(one.quote)];
  const texts: Record<CaseState, string[] | null> = {
    open: [
      `Somebody made a claim about ${what}. It is case ${caseName(one)}, ${CASE_KINDS[one.kind].toLowerCase()}:`,
      quoted(one.claim),
      ...own,
      one.suspends
        ? `Until it is decided, it is out of sight.${isThing(one) ? ' Whoever bought it keeps it.' : ''}`
        : 'Until it is decided, everything stays as it is.',
      `Please answer by ${dayText(one)}; after that day we may decide without your answer:\n${desk}`,
    ],
    answered: null,
    upheld: [
      `We looked at case ${caseName(one)} about ${what} and find the claim right. ${gone(one)}`,
      ...decisionOf(one),
      ...objecting(one, desk),
      `The case and what was said in it:\n${desk}`,
    ],
    dismissed: [
      `We looked at case ${caseName(one)} about ${what} and dismiss the claim. If it was out of sight because of this case alone, it stands where it stood before. You need not do anything.`,
      ...decisionOf(one),
    ],
    appealed: [
      `Somebody objected to the decision in case ${caseName(one)} about ${what}:`,
      quoted(one.appeal),
      'We look at it once more and write to you again. Until then everything stays as it was decided.',
    ],
  };
  const parts = texts[one.state];
  return parts && mailOf(letterhead, one, 'seller', to, parts);
}

/** To whoever made the claim: we have it, the other side answered, it is decided, or looked at once more. */
export function caseMailToReporter(
  letterhead: Letterhead,
  one: Case,
  { userId, email }: { userId: string | null; email: string },
): Mail {
  const what = aboutText(one, false);
  const texts: Record<CaseState, string[]> = {
    open: [
      `We have your claim about ${what}. It is case ${caseName(one)}. You wrote:`,
      quoted(one.claim),
      `${isThing(one) ? 'The seller' : 'Whoever wrote it'} reads your words without your name or address, and has until ${dayText(one)} for an answer. Then we decide and write to you again.`,
    ],
    answered: [
      `Your claim about ${what}, case ${caseName(one)}, was answered:`,
      quoted(one.answer),
      'We decide now and write to you again.',
    ],
    upheld: [
      `We looked at your claim about ${what}, case ${caseName(one)}, and find it right. ${isThing(one) ? 'It is out of sight from now on.' : gone(one)}`,
      ...decisionOf(one),
    ],
    dismissed: [
      `We looked at your claim about ${what}, case ${caseName(one)}, and dismiss it.`,
      ...decisionOf(one),
      ...(userId === null ? [] : objecting(one, letterhead.siteUrl + paths.reports())),
    ],
    appealed: [
      `Somebody objected to the decision in case ${caseName(one)} about ${what}:`,
      quoted(one.appeal),
      'We look at it once more and write to you again. Until then everything stays as it was decided.',
    ],
  };
  return mailOf(
    letterhead,
    one,
    userId === null ? 'reporter' : `reporter:${userId}`,
    email,
    texts[one.state],
  );
}

/** To somebody who reported what others had reported before him. */
export function reportJoinedMail(
  letterhead: Letterhead,
  { id, number }: { id: string; number: number },
  { text }: { text: string },
  { id: userId, email }: { id: string; email: string },
): Mail {
  const name = caseName({ number });
  return {
    mailKey: `case:${id}:open:reporter:${userId}`,
    kind: 'case',
    to: email,
    subject: `Case ${name} ${SUBJECTS.open}`,
    body: mailBody(letterhead, [
      `We have your report. It is part of case ${name}, which somebody else opened. You wrote:`,
      quoted(text),
      'The other side reads your words without your name or address. We write to you when it is decided.',
    ]),
  };
}

/** How to object; nothing where that was done before, for then the decision is the last word. */
function objecting({ appeal }: Case, desk: string): string[] {
  return appeal === ''
    ? [`If you think this is wrong, you can object once, within ${CASE_APPEAL_DAYS} days:\n${desk}`]
    : ['This is our last word in this case.'];
}

function mailOf(letterhead: Letterhead, one: Case, side: string, to: string, parts: string[]): Mail {
  return {
    // Decided a second time, it is another occasion.
    mailKey: `case:${one.id}:${one.state}${one.appeal === '' ? '' : ':again'}:${side}`,
    kind: 'case',
    to,
    subject: `Case ${caseName(one)} ${SUBJECTS[one.state]}`,
    body: mailBody(letterhead, parts),
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
