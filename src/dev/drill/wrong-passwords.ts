import { PASSWORD_ROUTE } from '../../server/http/backend/pocketbase-gate.ts';

/** What became of wrong passwords. */
export interface Tried {
  /** How many of them the backend was asked about. */
  letIn: number;
  /** The slowest answer, in ms. */
  worstMs: number;
  /** Answers that are neither a wrong password nor the limit. */
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
  return sumOf(...each);
}

/** As `tryPasswords`, all at once. */
export async function tryPasswordsAtOnce(
  urls: readonly string[],
  account: string,
  tries: number,
): Promise<Tried> {
  return sumOf(...(await Promise.all(Array.from({ length: tries }, (_, at) => tryOnce(urls, account, at)))));
}

async function tryOnce(urls: readonly string[], account: string, at: number): Promise<Tried> {
  const began = performance.now();
  const status = await signInAt(urls[at % urls.length] ?? '', emailOf(account), 'a wrong password', at);
  const others = status === 400 || status === 429 ? [] : [status];
  return { letIn: status === 400 ? 1 : 0, worstMs: performance.now() - began, others };
}

const emailOf = (account: string) => `${account}@guildhall.test`;

/** Signs in at a site and returns the status; 0 where the connection was cut. @param at makes the visitor's address. */
export async function signInAt(url: string, identity: string, password: string, at: number): Promise<number> {
  const from = `10.77.${at >> 8}.${at & 255}`;
  try {
    const answer = await fetch(url + PASSWORD_ROUTE, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ identity, password }),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

export function sumOf(...all: Tried[]): Tried {
  return {
    letIn: all.reduce((total, { letIn }) => total + letIn, 0),
    worstMs: Math.max(0, ...all.map(({ worstMs }) => worstMs)),
    others: all.flatMap(({ others }) => others),
  };
}
