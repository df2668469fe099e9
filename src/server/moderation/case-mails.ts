import type { CasePerson } from '../../data/moderation/cases.ts';
import {
  CASE_APPEAL_MONTHS,
  CASE_KINDS,
  type Case,
  type CaseSide,
  type CaseState,
  caseName,
  groundText,
  SUBJECT_NAMES,
} from '../../domain/moderation/case.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import {
  action,
  type Letterhead,
  mailText,
  oneLineName,
  quoted,
  type Written,
} from '../notifications/mail-layout.ts';
import { caseStep } from './case-step.ts';

const SUBJECTS: Record<CaseState, string> = {
  open: 'is open',
  answered: 'was answered',
  upheld: 'is decided: the claim is upheld',
  dismissed: 'is decided: the claim is dismissed',
  appealed: 'is being reviewed again',
};

/** Instead of words that are not mailed, because an address they come from or go to is not confirmed. */
const READ_IT_THERE = 'You can read it in your account, under Reports.';

/** The state of a case, in a line for one of its sides. */
export function caseHeadline(state: CaseState, side: CaseSide): string {
  return side === 'accused' && state === 'open' ? 'waits for your answer' : SUBJECTS[state];
}

/** How a mail names the subject of a case: "Wyrm", your store Ashgrove, your review. */
function aboutText({ about }: Pick<Case, 'about'>, yours: boolean): string {
  const { what, name } = about;
  if (what === 'product' && name !== '') return `"${oneLineName(name)}"`;
  const whose = yours ? 'your' : 'a';
  return `${whose} ${SUBJECT_NAMES[what]}${yours && name !== '' ? ` ${oneLineName(name)}` : ''}`;
}

const isOffer = ({ about }: Case) => about.what === 'product' || about.what === 'store';
const removalText = (one: Case) =>
  isOffer(one)
    ? 'It is no longer visible. Whoever has it keeps it, unless we refund them.'
    : 'It is no longer visible to anyone.';

/**
 * The mail to the accused: a claim was made, decided, or is being reviewed again. It does not name the reporter. Null
 * for the state that follows from their own answer.
 * @param withClaim whether the claim is quoted; else the mail says where to read it.
 */
export function caseMailToAccused(
  letterhead: Letterhead,
  one: Case,
  { email, confirmed }: Pick<CasePerson, 'email' | 'confirmed'>,
  withClaim: boolean,
): Mail | null {
  const what = aboutText(one, true);
  const said = (text: string) => (confirmed ? quoted(text) : READ_IT_THERE);
  const claim = withClaim ? said(one.claim) : READ_IT_THERE;
  const own = one.quote === '' || !confirmed ? [] : ['This is the text it is about:', quoted(one.quote)];
  const texts: Record<CaseState, Written[] | null> = {
    open: [
      `Somebody made a claim about ${what}. It is case ${caseName(one)}, ${CASE_KINDS[one.kind].toLowerCase()}:`,
      claim,
      ...own,
      one.suspends
        ? `It is hidden until the decision.${isOffer(one) ? ' Whoever has it keeps it.' : ''}`
        : 'Everything stays as it is until the decision.',
      action(
        letterhead,
        `Please answer by ${dayText(one)}; after that day we may decide without your answer:`,
        'Answer',
        paths.reports(),
      ),
    ],
    answered: null,
    upheld: [
      `We looked at case ${caseName(one)} about ${what} and uphold the claim. ${removalText(one)}`,
      ...decisionOf(one),
      ...appealParts(one, letterhead),
      action(letterhead, 'The case and what was said in it:', 'See the case', paths.reports()),
    ],
    dismissed: [
      `We looked at case ${caseName(one)} about ${what} and dismiss the claim. If it was hidden because of this case alone, it is visible again. You don’t need to do anything.`,
      ...decisionOf(one),
    ],
    appealed: [
      `Somebody objected to the decision in case ${caseName(one)} about ${what}:`,
      said(one.appeal),
      'We will review it again and write to you. Until then the decision stands.',
    ],
  };
  const parts = texts[one.state];
  return parts && mailOf(letterhead, one, 'seller', email, parts);
}

/**
 * The mail to a reporter: the claim was received, answered, decided, or is being reviewed again.
 * @param objectAt where somebody without an account can object to a dismissal; null where nobody without one is written to.
 */
export function caseMailToReporter(
  letterhead: Letterhead,
  one: Case,
  { userId, email, confirmed, reportId }: CasePerson,
  objectAt: string | null,
): Mail {
  const what = aboutText(one, false);
  const said = (text: string) => (confirmed ? quoted(text) : READ_IT_THERE);
  const texts: Record<CaseState, Written[]> = {
    open: [
      `We have received your claim about ${what}. It is case ${caseName(one)}. You wrote:`,
      said(one.claim),
      `${isOffer(one) ? 'The seller' : 'The author'} sees what you wrote without your name or address, and has until ${dayText(one)} to answer. Then we decide and write to you again.`,
    ],
    answered: [
      `Your claim about ${what}, case ${caseName(one)}, was answered:`,
      said(one.answer),
      'We will now decide and write to you again.',
    ],
    upheld: [
      `We looked at your claim about ${what}, case ${caseName(one)}, and uphold it. ${isOffer(one) ? 'It is no longer visible.' : removalText(one)}`,
      ...decisionOf(one),
    ],
    dismissed: [
      `We looked at your claim about ${what}, case ${caseName(one)}, and dismiss it.`,
      ...decisionOf(one),
      ...(userId !== null
        ? appealParts(one, letterhead)
        : objectAt === null
          ? []
          : appealParts(one, letterhead, objectAt)),
    ],
    appealed: [
      `Somebody objected to the decision in case ${caseName(one)} about ${what}:`,
      said(one.appeal),
      'We will review it again and write to you. Until then the decision stands.',
    ],
  };
  return mailOf(
    letterhead,
    one,
    userId !== null ? `reporter:${userId}` : reportId ? `reporter:${reportId}` : 'reporter',
    email,
    texts[one.state],
  );
}

/** The mail to a reporter whose report joined an open case. */
export function reportJoinedMail(
  letterhead: Letterhead,
  { id, number }: { id: string; number: number },
  { text }: { text: string },
  { id: userId, email, verified }: { id: string; email: string; verified: boolean },
): Mail {
  const name = caseName({ number });
  return {
    mailKey: `case:${id}:open:reporter:${userId}`,
    kind: 'case',
    to: email,
    subject: `Case ${name} ${SUBJECTS.open}`,
    ...mailText(letterhead, [
      `We have received your report. It is part of case ${name}, which is already open. You wrote:`,
      verified ? quoted(text) : READ_IT_THERE,
      'The other side sees what you wrote without your name or address. We will write to you when it is decided.',
    ]),
  };
}

/** The mail to somebody without an account whose notice joined an open case. */
export function noticeJoinedMail(
  letterhead: Letterhead,
  { number }: { number: number },
  { id, email, text }: { id: string; email: string; text: string },
): Mail {
  const name = caseName({ number });
  return {
    mailKey: `case:notice:${id}`,
    kind: 'case',
    to: email,
    subject: `Case ${name} ${SUBJECTS.open}`,
    ...mailText(letterhead, [
      `We have received your report. It is part of case ${name}, which is already open. You wrote:`,
      quoted(text),
      'The other side sees what you wrote without your name or address. We will write to you when it is decided.',
    ]),
  };
}

/** How to object; after an objection the decision is final. */
function appealParts({ appeal }: Case, letterhead: Letterhead, where: string = paths.reports()): Written[] {
  return appeal === ''
    ? [
        action(
          letterhead,
          `If you think this is wrong, you can object once, within ${CASE_APPEAL_MONTHS} months:`,
          'Object',
          where,
        ),
      ]
    : ['This decision is final here. You can still turn to an out-of-court dispute body or to a court.'];
}

function mailOf(letterhead: Letterhead, one: Case, side: string, to: string, parts: Written[]): Mail {
  return {
    mailKey: `case:${one.id}:${caseStep(one)}:${side}`,
    kind: 'case',
    to,
    subject: `Case ${caseName(one)} ${SUBJECTS[one.state]}`,
    ...mailText(letterhead, parts),
  };
}

/** The statement of reasons: facts, ground, and whether a program took part. Decisions from before have only the first. */
const decisionOf = ({ decision, ground, automated }: Case): Written[] => [
  ...(decision === '' ? [] : ['Why:', quoted(decision)]),
  ...(ground === null
    ? []
    : [
        groundText({ is: ground.is, text: oneLineName(ground.text) }),
        automated
          ? 'A program had found and hidden it; a person has decided.'
          : 'A person has decided; no program took part.',
      ]),
];

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayText = ({ deadline }: Case) => DAY.format(deadline);
