import { PEOPLE, ROLES, type Role } from './people.ts';

/** What somebody is answered: a status, or where he is sent, such as "302 /login". */
export type Outcome = number | `${number} ${string}`;
export type Answers = Record<Role, Outcome>;
type Exceptions = Partial<Record<(typeof PEOPLE)[number], Outcome>>;

function answers(nobody: Outcome, people: Outcome, but: Exceptions): Answers {
  const table = new Map<Role, Outcome>(ROLES.map((role) => [role, nobody]));
  for (const role of PEOPLE) table.set(role, but[role] ?? people);
  // Reading is harmless: a browser sends no login along, and the answer can be read by our own pages only.
  table.set('buyer from another site', but.buyer ?? people);
  return Object.fromEntries(table) as Answers;
}

/** The same for all, signed in or not, `but` for some. */
export const everyone = (outcome: Outcome, but: Exceptions = {}): Answers => answers(outcome, outcome, but);

/** For people who are signed in; anybody else, and whoever forged his cookie, gets what nobody gets. */
export const signedIn = (nobody: Outcome, people: Outcome, but: Exceptions = {}): Answers =>
  answers(nobody, people, but);

/** What an action answers: the same, but that other sites' pages may call none. */
export const sameOriginOnly = (table: Answers): Answers => ({ ...table, 'buyer from another site': 403 });

/** What an answer came to, in the words of the table. */
export function outcomeOf(answer: Response): Outcome {
  const location = answer.headers.get('location');
  return location === null ? answer.status : `${answer.status} ${location}`;
}
