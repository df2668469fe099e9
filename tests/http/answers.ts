import { PEOPLE, ROLES, type Role } from './people.ts';

/** The outcome of a request: a status, with the target of a redirect, such as "302 /login". */
export type Outcome = number | `${number} ${string}`;
export type Answers = Record<Role, Outcome>;
type Exceptions = Partial<Record<(typeof PEOPLE)[number], Outcome>>;

function answers(signedOut: Outcome, users: Outcome, exceptions: Exceptions): Answers {
  const table = new Map<Role, Outcome>(ROLES.map((role) => [role, signedOut]));
  for (const role of PEOPLE) table.set(role, exceptions[role] ?? users);
  // A cross-site read is harmless: browsers send no session cookie, and only our own pages can read the answer.
  table.set('buyer from another site', exceptions.buyer ?? users);
  return Object.fromEntries(table) as Answers;
}

/** The same outcome for every role, signed in or not, except for some. */
export const everyone = (outcome: Outcome, exceptions: Exceptions = {}): Answers =>
  answers(outcome, outcome, exceptions);

/** One outcome for signed-in users, another for anonymous visitors and forged cookies. */
export const signedIn = (signedOut: Outcome, users: Outcome, exceptions: Exceptions = {}): Answers =>
  answers(signedOut, users, exceptions);

/** The same table with 403 for requests from other sites, as for actions. */
export const sameOriginOnly = (table: Answers): Answers => ({ ...table, 'buyer from another site': 403 });

/** The outcome of a response, as the tables write it. */
export function outcomeOf(answer: Response): Outcome {
  const location = answer.headers.get('location');
  return location === null ? answer.status : `${answer.status} ${location}`;
}
