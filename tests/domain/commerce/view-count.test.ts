import { describe, expect, it } from 'vitest';
import {
  BATCH_MAX,
  countsAsVisitor,
  EVENTS_A_SECOND,
  hasPrivacySignal,
  parseVisit,
  readViewBatch,
  SEEN_MAX,
  VISIT_IDLE_MS,
  type Visit,
  viewCounts,
  visitAfter,
  withEvent,
} from '../../../src/domain/commerce/view-count.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const id = (letter: string) => letter.repeat(15);

describe('a visit', () => {
  const visit: Visit = { at: NOW, seen: ['a'], origins: { a: 'feed' } };
  it.each([
    ['begins with the first page', null, 'a', NOW, true],
    ['knows what it has seen', visit, 'a', NOW + 5, false],
    ['sees something new', visit, 'b', NOW + 5, true],
    ['goes on for half an hour', visit, 'a', NOW + VISIT_IDLE_MS, false],
    ['is over after it', visit, 'a', NOW + VISIT_IDLE_MS + 1, true],
    ['begins anew under a clock set back', visit, 'a', NOW - 1, true],
  ] as const)('%s', (_name, before, seen, now, first) => {
    const after = visitAfter(before, seen, now);
    expect(after.first).toBe(first);
    expect(after.visit.at).toBe(now);
    expect(after.visit.seen).toContain(seen);
  });

  it('keeps where the first view came from, so that a way back through this site is not called the origin', () => {
    const after = visitAfter(visit, 'b', NOW + 5, 'search');
    expect(visitAfter(after.visit, 'b', NOW + 9, 'site').origin).toBe('search');
    expect(visitAfter(after.visit, 'a', NOW + 9, 'site').origin).toBe('feed');
    expect(visitAfter(after.visit, 'b', NOW + 6 + VISIT_IDLE_MS, 'site').origin).toBe('site');
  });

  it('tells a bounded number of pages apart', () => {
    const full: Visit = { at: NOW, seen: Array.from({ length: SEEN_MAX }, (_, at) => `${at}`), origins: {} };
    expect(visitAfter(full, 'a', NOW, 'link')).toEqual({ visit: full, first: false, origin: 'link' });
  });

  it.each([null, '', '{', 'null', '{"at":"x","seen":[]}', '{"at":1}'])('is not read from %s', (text) => {
    expect(parseVisit(text)).toBeNull();
  });

  it('is read as it was stored', () => {
    expect(parseVisit(JSON.stringify(visit))).toEqual(visit);
    expect(parseVisit('{"at":1,"seen":[1,"a"]}')?.seen).toEqual(['a']);
    const hostile =
      '{"at":1,"seen":["a","b","__proto__"],"origins":{"a":"x","b":"mail","__proto__":"feed","c":"mail"}}';
    expect(parseVisit(hostile)?.origins['a']).toBeUndefined();
    expect(parseVisit(hostile)?.origins['b']).toBe('mail');
    expect(parseVisit(hostile)?.origins['c']).toBeUndefined();
    for (const origins of ['null', '1', '[]', '"x"'])
      expect(parseVisit(`{"at":1,"seen":["a"],"origins":${origins}}`)?.origins).toEqual({});
  });
});

describe('the limit', () => {
  it('lets ten a second pass and the next one when the first is a second old', () => {
    let counted: number[] = [];
    for (let at = 0; at < EVENTS_A_SECOND; at++) counted = withEvent(counted, NOW + at) ?? [];
    expect(counted).toHaveLength(EVENTS_A_SECOND);
    expect(withEvent(counted, NOW + 999)).toBeNull();
    expect(withEvent(counted, NOW + 1000)).toHaveLength(EVENTS_A_SECOND);
  });
});

describe('a batch', () => {
  const event = { kind: 'product', id: id('a'), first: true };
  it.each([
    ['events', null],
    ['events', { events: {} }],
    ['events', { events: [] }],
    ['events', { events: Array.from({ length: BATCH_MAX + 1 }, () => event) }],
    ['events.0.kind', { events: [null] }],
    ['events.1.kind', { events: [event, { ...event, kind: 'constructor' }] }],
    ['events.0.id', { events: [{ ...event, id: "' OR 1=1" }] }],
    ['events.0.first', { events: [{ ...event, first: 1 }] }],
    ['events.0.origin', { events: [{ ...event, origin: 'https://forum.test/thread' }] }],
    ['events.0.origin', { events: [{ ...event, origin: 'constructor' }] }],
  ])('names the wrong field %s', (field, sent) => {
    expect(readViewBatch(sent)).toMatchObject({ field });
  });

  it('is added up by what was seen', () => {
    const read = readViewBatch({
      events: [
        event,
        { ...event, first: false, more: 'is left out' },
        { kind: 'cart', id: id('a'), first: true },
        { kind: 'store', id: id('a'), first: true },
      ],
    });
    if (!Array.isArray(read)) throw new Error(read.message);
    expect(Object.fromEntries(viewCounts(read))).toEqual({
      [`product/${id('a')}`]: { views: 2, visits: 1, carts: 1 },
      [`store/${id('a')}`]: { views: 1, visits: 1, carts: 0 },
    });
  });
});

it('visits and carts are added up once more by where they came from; a later view of the visit is not', () => {
  const event = { kind: 'product', id: id('a'), origin: 'search' };
  const read = readViewBatch({
    events: [
      { ...event, first: true },
      { ...event, first: false },
      { ...event, kind: 'cart', first: false },
      { ...event, first: true, origin: 'feed' },
      { ...event, kind: 'store', first: true },
    ],
  });
  if (!Array.isArray(read)) throw new Error(read.message);
  expect(Object.fromEntries(viewCounts(read))).toEqual({
    [`product/${id('a')}`]: { views: 3, visits: 2, carts: 1 },
    [`product/${id('a')}/search`]: { views: 1, visits: 1, carts: 1 },
    [`product/${id('a')}/feed`]: { views: 1, visits: 1, carts: 0 },
    [`store/${id('a')}`]: { views: 1, visits: 1, carts: 0 },
  });
});

describe('who is counted', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', true],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
      true,
    ],
    ['Mozilla/5.0 (Linux; Android 14; CUBOT X70) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', true],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', false],
    ['Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2)', false],
    ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0', false],
    ['curl/8.5.0', false],
    ['', false],
    [null, false],
  ])('%s: %s', (agent, counted) => {
    expect(countsAsVisitor(agent)).toBe(counted);
  });

  it('no browser with a privacy signal', () => {
    const headers = (more: Record<string, string>) => (name: string) => more[name] ?? null;
    expect(hasPrivacySignal(headers({ dnt: '1' }))).toBe(true);
    expect(hasPrivacySignal(headers({ 'sec-gpc': '1' }))).toBe(true);
    expect(hasPrivacySignal(headers({ dnt: '0' }))).toBe(false);
  });
});
