import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openAskers } from '../../../../src/server/http/incoming/askers.ts';
import type { Sender } from '../../../../src/server/http/sessions.ts';

const request = (network: string, token: string | null) =>
  ({
    network,
    headers:
      token === null
        ? {}
        : { cookie: `pb_auth=${encodeURIComponent(JSON.stringify({ token, record: null }))}` },
  }) as unknown as IncomingMessage;
const networkOf = (req: IncomingMessage) => (req as unknown as { network: string }).network;

/** Sessions of which some are known; the test answers what is asked. */
function open() {
  const asked: string[] = [];
  const answers: ((sender: Sender) => void)[] = [];
  const askerOf = openAskers(
    {
      senderOf: (cookies) => {
        asked.push(String(cookies));
        return new Promise((resolve) => answers.push(resolve));
      },
    },
    networkOf,
  );
  return { askerOf, asked, answers };
}
const stranger = (network: string) => ({ key: network, isMember: false });

describe('who takes a place', () => {
  it('is a network, without a question, where nobody is signed in', () => {
    const { askerOf, asked } = open();
    expect(askerOf(request('203.0.113.7', null))).toEqual(stranger('203.0.113.7'));
    expect(askerOf(request('203.0.113.7', 'no token'))).toEqual(stranger('203.0.113.7'));
    expect(asked).toEqual([]);
  });

  it('is a person from wherever they come, and is asked about once', async () => {
    const { askerOf, asked, answers } = open();
    const first = askerOf(request('203.0.113.7', 'a.b.c'));
    answers[0]?.({ state: 'known', userId: 'mira' });
    expect(await first).toEqual({ key: 'person mira', isMember: true });
    expect(await askerOf(request('203.0.113.8', 'a.b.c'))).toEqual({ key: 'person mira', isMember: true });
    expect(asked).toHaveLength(1);
  });

  it('is a network where the session is invented, for as long as that is remembered', async () => {
    const { askerOf, asked, answers } = open();
    const first = askerOf(request('203.0.113.7', 'a.b.c'));
    answers[0]?.({ state: 'refused' });
    expect(await first).toEqual(stranger('203.0.113.7'));
    expect(await askerOf(request('203.0.113.7', 'a.b.c'))).toEqual(stranger('203.0.113.7'));
    expect(asked).toHaveLength(1);
  });

  it('is not asked about by more than a few of one network at once: anybody can invent sessions', async () => {
    const { askerOf, asked, answers } = open();
    const all = Array.from({ length: 50 }, (_, at) => askerOf(request('203.0.113.7', `a.b.${at}`)));
    expect(asked).toHaveLength(4);
    const person = askerOf(request('198.51.100.1', 'x.y.z'));
    answers[4]?.({ state: 'known', userId: 'mira' });
    expect(await person).toEqual({ key: 'person mira', isMember: true });
    for (const answer of answers) answer({ state: 'refused' });
    expect(await Promise.all(all)).toEqual(all.map(() => stranger('203.0.113.7')));
    // The places are given back.
    void askerOf(request('203.0.113.7', 'a.b.later'));
    expect(asked).toHaveLength(6);
  });

  it('is a network while nobody can be asked, and is asked about again', async () => {
    const { askerOf, asked, answers } = open();
    const first = askerOf(request('203.0.113.7', 'a.b.c'));
    answers[0]?.({ state: 'unavailable' });
    expect(await first).toEqual(stranger('203.0.113.7'));
    void askerOf(request('203.0.113.7', 'a.b.c'));
    expect(asked).toHaveLength(2);
  });
});
