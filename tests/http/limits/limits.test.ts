import { describe, expect, inject, it } from 'vitest';
import { POSTING_LIMITS } from '../../../src/domain/moderation/posting-limits.ts';
import { paths } from '../../../src/paths.ts';
import { WAYS } from '../../../src/server/identity/sign-in-limits.ts';
import { ACTIONS } from '../policies/action-policies.ts';
import { formOf, freshAddress, world } from '../request.ts';
import { type Counted, LIMITS, type LimitedCall, type LimitRow } from './limit-table.ts';
import { limitedActions } from './limited-actions.ts';

/** Every other test has a site without limits. */
const url = inject('limitedUrl');

interface Answer {
  status: number;
  text: string;
  /** Said by the front, which counts requests of any kind, and by no action. */
  retryAfter: string | null;
}

async function send(call: LimitedCall, address: string): Promise<Answer> {
  const policy = ACTIONS[call.action];
  if (!policy) throw new Error(`no policy says what ${call.action} is sent`);
  const input = await (call.input ?? policy.input)(world);
  const cookie = [world.cookies[call.as], world.fresh[call.as]].filter(Boolean).join('; ');
  const answer = await fetch(`${url}/_actions/${call.action}`, {
    method: 'POST',
    headers: {
      origin: url,
      'x-forwarded-for': address,
      ...(cookie === '' ? {} : { cookie }),
      ...(policy.form ? {} : { 'content-type': 'application/json' }),
    },
    body: policy.form ? formOf(input as Record<string, string | Blob>) : JSON.stringify(input),
  });
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') };
}

const isRefused = ({ refusal }: LimitedCall, { status, text }: Answer) =>
  refusal ? status === refusal.status && refusal.says.test(text) : status === 429;

/** Ways that no action counts: the page that does has a test of its own below. */
const OF_PAGES: readonly Counted[] = ['cancel-link', 'preview'];
/** Actions that share the code of a counted one, and take a branch of it that counts nothing. */
const NOT_COUNTED: Record<string, Counted> = {
  'questions.hide': 'answer',
  'questions.show': 'answer',
  'reviews.removeAnswer': 'answer',
};

const ROWS = Object.entries(LIMITS).flatMap(([counted, rows]) =>
  [rows].flat().map((row): [string, LimitRow] => [counted, row]),
);

describe('the table of limits', () => {
  const known = new Set<string>([
    ...Object.keys(WAYS),
    ...Object.keys(POSTING_LIMITS),
    ...['api-token', 'webhook-message', 'withdrawal', 'new-address', 'coupon'],
  ]);

  it('has a row for everything that is counted', () => {
    expect([...Object.keys(LIMITS), ...OF_PAGES].sort()).toEqual([...known].sort());
  });

  it('names every action that counts something, under what it counts', () => {
    const rows: [action: string, counted: string][] = [
      ...ROWS.flatMap(([counted, { first, others = [] }]) =>
        [first, ...others].map(({ action }): [string, string] => [action, counted]),
      ),
      ...Object.entries(NOT_COUNTED),
    ];
    const named = Object.entries(Object.groupBy(rows, ([action]) => action));
    const sorted = named.map(([action, all = []]) => [
      action,
      [...new Set(all.map(([, counted]) => counted))].sort(),
    ]);
    expect(Object.fromEntries(sorted)).toEqual(limitedActions(known));
  });
});

describe('on a site with limits', () => {
  it.each(ROWS)('%s: one more than is allowed is refused', async (_, { lets, first, others = [] }) => {
    const address = freshAddress();
    const statuses: number[] = [];
    for (let n = 0; n < lets; n++) {
      const answer = await send(first, address);
      statuses.push(answer.status);
      expect(isRefused(first, answer), `${n + 1} of ${lets}: ${answer.text}`).toBe(false);
      expect(answer.status, answer.text).toBeLessThan(500);
    }
    for (const call of [first, ...others]) {
      const answer = await send(call, address);
      expect(isRefused(call, answer), `${call.action}: ${answer.status} ${answer.text}`).toBe(true);
      expect(answer.retryAfter, call.action).toBeNull();
    }
  });

  it('one more link that cancels a membership asks for work', async () => {
    const address = freshAddress();
    const ask = async () => {
      const answer = await fetch(url + paths.cancelMembership(), {
        method: 'POST',
        headers: { origin: url, 'x-forwarded-for': address },
        body: formOf({ email: 'wants-to-cancel@guildhall.test' }),
      });
      await answer.arrayBuffer();
      return [answer.status, answer.headers.get('retry-after')];
    };
    for (let n = 0; n < 5; n++) expect(await ask()).toEqual([200, null]);
    expect(await ask()).toEqual([429, null]);
  });

  it('one more preview of a text is refused', async () => {
    const ask = async () => {
      const answer = await fetch(`${url}/api/markdown`, {
        method: 'POST',
        headers: { origin: url, 'x-forwarded-for': freshAddress(), cookie: world.cookies.seller },
        body: '*A golem*',
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const lets = Math.floor(POSTING_LIMITS.preview[0].most / 3);
    for (let n = 0; n < lets; n++) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
  });
});
