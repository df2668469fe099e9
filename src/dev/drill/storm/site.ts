import { setTimeout as pause } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { serviceClient } from '../../../data/kernel/client.ts';
import { actionData } from '../../action-data.ts';
import type { SignedInUser } from '../../crowd.ts';
import type { Simulator } from '../../payments/simulator.ts';
import { COUNTRIES, HOME } from '../../payments/tax.ts';
import type { DevStack } from '../../stack.ts';

/** How people of the storm use a site that is killed again and again. */

/** What the site said to an action: it is done, or a rule refused it. */
export type SiteAnswer = { kind: 'done'; value: unknown } | { kind: 'refused'; sentence: string };

/**
 * How long a person keeps trying before the drill calls it a failure, and the pause between two tries, which grows. In ms. In
 * the grown world a site that was killed takes minutes on a busy machine until it answers again.
 */
const PATIENCE_MS = 900_000;
const PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 3_000;
const LONGER = 1.5;
const CALL_TIMEOUT_MS = 15_000;
/** While the database is restarted, everybody is a visitor who may do nothing. */
const TRIED_AGAIN = new Set([401, 403, 408, 429]);

export function simulatorOf({ payments }: DevStack): Simulator {
  if (!payments) throw new Error('The drill needs the payment stand-in; unset STRIPE_SECRET_KEY.');
  return payments.simulator;
}

export function service(stack: DevStack): PocketBase {
  return serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
}

/** Tries again until it succeeds. @throws the last reason after a quarter of an hour */
export async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * LONGER, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (reason) {
      if (Date.now() > until) throw reason;
      await pause(pauseMs);
    }
  }
}

/**
 * Calls an action as a person who tries again until the site answers. An answer that was lost on the way makes them do it
 * twice, as people do.
 * @param input JSON, or a form.
 */
export function act(
  { siteUrl }: DevStack,
  person: SignedInUser,
  action: string,
  input: object,
): Promise<SiteAnswer> {
  const isForm = input instanceof FormData;
  const { id, token } = person;
  return patiently(async () => {
    const answer = await fetch(`${siteUrl}/_actions/${action}`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        origin: siteUrl,
        cookie: `pb_auth=${encodeURIComponent(JSON.stringify({ token, record: { id } }))}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? input : JSON.stringify(input),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const text = await answer.text();
    if (answer.ok) return { kind: 'done', value: text === '' ? null : actionData(text) };
    if (answer.status >= 500 || TRIED_AGAIN.has(answer.status))
      throw new Error(`${action} of ${person.username} answered ${answer.status}: ${text.slice(0, 300)}`);
    return { kind: 'refused', sentence: sentenceOf(text) };
  });
}

/** Resolves when site and database answer. */
export function whenReady({ siteUrl }: DevStack): Promise<void> {
  return patiently(async () => {
    const answer = await fetch(`${siteUrl}/readyz`, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the site is not ready: ${answer.status}`);
  });
}

function sentenceOf(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message ?? text);
  } catch {
    return text;
  }
}

/**
 * Pays at the provider's page from one of its countries, and perhaps comes back to the site; a page that has expired meanwhile is not paid.
 * @returns whether it was paid
 */
export async function payAt(url: string, card: string, comesBack: boolean): Promise<boolean> {
  const countries = Object.keys(COUNTRIES);
  const country = countries[Math.floor(Math.random() * countries.length)] ?? HOME;
  const body = new URLSearchParams({ card, country });
  const paid = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  await paid.arrayBuffer();
  const back = paid.headers.get('location');
  if (back && comesBack)
    await fetch(back, { signal: AbortSignal.timeout(5000) })
      .then((page) => page.arrayBuffer())
      .catch(() => undefined);
  return back !== null;
}
