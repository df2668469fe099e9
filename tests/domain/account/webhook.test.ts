import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  eventsIn,
  nextAttempt,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_PATIENCE_MS,
  webhookRefusals,
  webhookUrlRefusal,
} from '../../../src/domain/account/webhook.ts';

it('addresses without https, with a password, or of this machine are refused at their field', () => {
  for (const url of ['https://example.com', 'https://example.com:8443/hook?a=b', 'https://münchen.example/x'])
    expect(webhookUrlRefusal(url), url).toBeNull();
  for (const url of [
    'http://example.com',
    'https://',
    'https://a@example.com/',
    'https://localhost:1/',
    'x',
    '',
  ])
    expect(webhookUrlRefusal(url), url).not.toBeNull();
  expect(Object.keys(webhookRefusals({ url: 'https://example.com', events: [] }))).toEqual(['events']);
});

it('a message is tried for a day, at most an hour apart, and never for ever', () => {
  let now = 0;
  let tries = 0;
  const waits: number[] = [];
  for (;;) {
    tries += 1;
    const next = nextAttempt(0, tries, now);
    if (next === null) break;
    waits.push(next - now);
    now = next;
  }
  expect(waits.slice(0, 4)).toEqual([60_000, 120_000, 240_000, 480_000]);
  expect(Math.max(...waits)).toBe(3_600_000);
  expect(now).toBeGreaterThan(WEBHOOK_PATIENCE_MS - 3_600_001);
  expect(now).toBeLessThanOrEqual(WEBHOOK_PATIENCE_MS);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(), (tries, now) => {
      const next = nextAttempt(0, tries, now);
      return next === null || (next > now && next <= WEBHOOK_PATIENCE_MS);
    }),
  );
});

it('a stored event that this version does not know is left out', () => {
  expect(eventsIn(`${WEBHOOK_EVENT_NAMES.join(' ')} invented`)).toEqual([...WEBHOOK_EVENT_NAMES]);
});
