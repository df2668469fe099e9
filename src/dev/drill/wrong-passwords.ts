import { PASSWORD_ROUTE } from '../../server/http/backend/pocketbase-gate.ts';

/**
 * What is tried at several sites and counted together: wrong passwords for one account, which are counted in the database, and
 * requests to withdraw from one address, which are counted in Redis.
 */

/** What became of tries. */
export interface Tried {
  /** How many were let in: of passwords, how many the backend was asked about. */
  letIn: number;
  /** The slowest answer, in ms. */
  worstMs: number;
  /** Answers that are neither that of a try that was let in nor the limit. */
  others: number[];
}

/** Sends wrong passwords for one account, each from another address and to the next site. @param from number of the first. */
export async function tryPasswords(
  urls: readonly string[],
  account: string,
  tries: number,
  from = 0,
): Promise<Tried> {
  const each: Tried[] = [];
  for (let at = from; at < from + tries; at++) each.push(await tryOnce(urls, account, at));
  return sumOfTries(...each);
}

/** As `tryPasswords`, all at once. */
export async function tryPasswordsAtOnce(
  urls: readonly string[],
  account: string,
  tries: number,
): Promise<Tried> {
  return sumOfTries(
    ...(await Promise.all(Array.from({ length: tries }, (_, at) => tryOnce(urls, account, at)))),
  );
}

/** Asks for a link to withdraw, from one address and at each site in turn. @param visitor makes the address. */
export async function askToWithdraw(
  urls: readonly string[],
  visitor: number,
  tries: number,
  from = 0,
): Promise<Tried> {
  const each: Tried[] = [];
  for (let at = from; at < from + tries; at++)
    each.push(await timed(200, () => askAt(urls[at % urls.length] ?? '', `10.78.0.${visitor}`)));
  return sumOfTries(...each);
}

async function askAt(url: string, address: string): Promise<number> {
  const body = new FormData();
  body.set('number', 'a number of the drill');
  body.set('email', 'visitor@guildhall.test');
  const headers = { origin: new URL(url).origin, 'x-forwarded-for': address };
  return statusOf(fetch(`${url}/_actions/withdrawals.ask`, { method: 'POST', headers, body }));
}

function tryOnce(urls: readonly string[], account: string, at: number): Promise<Tried> {
  const url = urls[at % urls.length] ?? '';
  return timed(400, () => signInAt(url, emailOf(account), 'a wrong password', at));
}

async function timed(letIn: number, tried: () => Promise<number>): Promise<Tried> {
  const began = performance.now();
  const status = await tried();
  const others = status === letIn || status === 429 ? [] : [status];
  return { letIn: status === letIn ? 1 : 0, worstMs: performance.now() - began, others };
}

const emailOf = (account: string) => `${account}@guildhall.test`;

/** Signs in at a site and returns the status; 0 where the connection was cut. @param at makes the visitor's address. */
export function signInAt(url: string, identity: string, password: string, at: number): Promise<number> {
  const from = `10.77.${at >> 8}.${at & 255}`;
  return statusOf(
    fetch(url + PASSWORD_ROUTE, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ identity, password }),
    }),
  );
}

async function statusOf(asked: Promise<Response>): Promise<number> {
  try {
    const answer = await asked;
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

export function sumOfTries(...all: Tried[]): Tried {
  return {
    letIn: all.reduce((total, { letIn }) => total + letIn, 0),
    worstMs: Math.max(0, ...all.map(({ worstMs }) => worstMs)),
    others: all.flatMap(({ others }) => others),
  };
}
