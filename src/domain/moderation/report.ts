import { textRefusal } from '../kernel/clean-text.ts';
import { CASE_SUBJECTS, type CaseKind, type CaseState, type CaseSubject } from './case.ts';

/** A report about to be made. */
export interface NewReport {
  what: CaseSubject;
  /** The id of the product, store, review, question, message or photo. */
  id: string;
  kind: CaseKind;
  text: string;
}

/** A report as its author sees it. */
export interface MyReport {
  id: string;
  kind: CaseKind;
  text: string;
  /** The case it is part of. */
  caseId: string;
  number: number;
  state: CaseState;
  about: { what: CaseSubject; id: string; name: string };
  answer: string;
  decision: string;
  appeal: string;
  decidedAt: number | null;
  /** When it was made. */
  at: number;
}

export const REPORT_TEXT_MAX = 2000;

const EXPLANATIONS: Record<CaseKind, string> = {
  copyright: 'It copies somebody else’s work. Tell us whose work it is and where it can be seen.',
  trademark: 'It uses a name or logo that belongs to somebody else.',
  licence: 'It is sold or shared in breach of the licence it was sold under.',
  content: 'It is against the law or our rules, such as hate or the abuse of children.',
  mature: 'It shows nudity or gore, and the artist has not marked it.',
  ai: 'It was made with an AI generator, and the artist has not said so.',
  abuse: 'It insults, threatens or harasses somebody.',
  spam: 'It advertises something else, or tries to cheat people out of money.',
  other: 'It is none of these. Tell us what is wrong.',
};

const CONTENT_KINDS: readonly CaseKind[] = [
  'copyright',
  'trademark',
  'licence',
  'content',
  'mature',
  'ai',
  'spam',
  'other',
];
const TEXT_KINDS: readonly CaseKind[] = ['abuse', 'spam', 'content', 'other'];
const KINDS_OF: Record<CaseSubject, readonly CaseKind[]> = {
  product: CONTENT_KINDS,
  store: ['copyright', 'trademark', 'content', 'spam', 'other'],
  review: TEXT_KINDS,
  question: TEXT_KINDS,
  message: TEXT_KINDS,
  print: ['content', 'mature', 'copyright', 'spam', 'other'],
  post: ['abuse', 'spam', 'content', 'mature', 'copyright', 'other'],
};

/** The kinds of reports that make sense for a subject, each with its explanation. */
export function reportKinds(what: CaseSubject): { kind: CaseKind; meaning: string }[] {
  return KINDS_OF[what].map((kind) => ({ kind, meaning: EXPLANATIONS[kind] }));
}

/** The subject named by a part of an address, or null. */
export function reportSubject(word: string): CaseSubject | null {
  return CASE_SUBJECTS.find((subject) => subject === word) ?? null;
}

/** One error message per invalid field of a report; empty where it is valid. */
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
