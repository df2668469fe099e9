import { textRefusal } from '../kernel/clean-text.ts';
import { CASE_SUBJECTS, type CaseKind, type CaseState, type CaseSubject } from './case.ts';

/** What somebody wants to report. */
export interface NewReport {
  what: CaseSubject;
  /** The id of the product, store, review, question, message or photo. */
  id: string;
  kind: CaseKind;
  text: string;
}

/** A report as whoever made it reads it again. */
export interface MyReport {
  id: string;
  kind: CaseKind;
  text: string;
  /** What the case it is part of has come to. */
  caseId: string;
  number: number;
  state: CaseState;
  about: { what: CaseSubject; id: string; name: string };
  answer: string;
  decision: string;
  appeal: string;
  decidedAt: number | null;
  /** When it was made, an instant. */
  at: number;
}

export const REPORT_TEXT_MAX = 2000;

/** What each kind means, in words for who has never reported anything. */
const EXPLAINED: Record<CaseKind, string> = {
  copyright: 'It is a copy of somebody else’s work. Say whose work it is, and where it can be seen.',
  trademark: 'It uses a name or a sign that belongs to somebody else.',
  licence: 'Somebody sells or shares it against the licence it was sold with.',
  content: 'It is against the law or the rules of the hall, such as hate or the abuse of children.',
  mature: 'It shows nudity or gore, and the artist has not marked it.',
  ai: 'It was made by a generator, and the artist has not said so.',
  abuse: 'It insults, threatens or harasses somebody.',
  spam: 'It advertises something else, or wants to cheat people out of money.',
  other: 'It is none of these. Tell us what is wrong.',
};

const SHOWN: readonly CaseKind[] = [
  'copyright',
  'trademark',
  'licence',
  'content',
  'mature',
  'ai',
  'spam',
  'other',
];
const SAID: readonly CaseKind[] = ['abuse', 'spam', 'content', 'other'];
const KINDS_OF: Record<CaseSubject, readonly CaseKind[]> = {
  product: SHOWN,
  store: ['copyright', 'trademark', 'content', 'spam', 'other'],
  review: SAID,
  question: SAID,
  message: SAID,
  print: ['content', 'mature', 'copyright', 'spam', 'other'],
};

/** The kinds of reports that make sense for something, each with what it means. */
export function reportKinds(what: CaseSubject): { kind: CaseKind; meaning: string }[] {
  return KINDS_OF[what].map((kind) => ({ kind, meaning: EXPLAINED[kind] }));
}

/** What can be reported by this word of an address, or null. */
export function reportSubject(word: string): CaseSubject | null {
  return CASE_SUBJECTS.find((subject) => subject === word) ?? null;
}

/** What is wrong with a report, a sentence a field; empty where it can be sent. */
export function reportRefusals({ what, kind, text }: Pick<NewReport, 'what' | 'text'> & { kind: string }): {
  kind?: string;
  text?: string;
} {
  const refusals: { kind?: string; text?: string } = {};
  if (!KINDS_OF[what].some((known) => known === kind)) refusals.kind = 'Choose what is wrong.';
  const wrong = textRefusal(text, { min: 10, max: REPORT_TEXT_MAX, what: 'what is wrong' });
  if (wrong !== null) refusals.text = wrong;
  return refusals;
}
