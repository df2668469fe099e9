import { describe, expect, it } from 'vitest';
import {
  isAskedInLanguage,
  isAskedInZone,
  PRE_ORDER_WAIVER_WORDING,
  WAIVER_TEXTS,
  WAIVER_WORDING,
  waiverRefusal,
  waiverWordingFor,
} from '../../../src/domain/payments/waiver.ts';

describe('the waiver', () => {
  it('is asked in the European Economic Area and the United Kingdom, and nowhere else', () => {
    const asked = ['Europe/Berlin', 'Europe/London', 'Europe/Oslo', 'Atlantic/Reykjavik', 'Asia/Nicosia'];
    const others = ['', 'UTC', 'America/New_York', 'Asia/Tokyo', 'Europe/Zurich', 'Europe/Moscow', 'Europe'];
    expect([...asked, ...others].filter(isAskedInZone)).toEqual(asked);
  });

  it('is asked by the first language of a browser where its zone is not known', () => {
    const asked = ['de', 'de-DE,de;q=0.9,en;q=0.8', 'en-GB', 'fr-FR, en', 'sr-Latn-IE', 'PL'];
    const others = ['', 'en', 'en-US,de;q=0.5', 'ja-JP', 'de-CH', 'fr', '*', 'pt-BR'];
    expect([...asked, ...others].filter(isAskedInLanguage)).toEqual(asked);
  });

  it('is given only with its box ticked and its own sentence beside it', () => {
    expect(waiverRefusal(true, null)).toBe('not-given');
    expect(waiverRefusal(true, '2020-01')).toBe('other-wording');
    expect(waiverRefusal(false, '2020-01')).toBe('other-wording');
    expect(waiverRefusal(true, WAIVER_WORDING)).toBeNull();
    expect(waiverRefusal(false, null)).toBeNull();
    expect(WAIVER_TEXTS[WAIVER_WORDING]).toContain('right of withdrawal');
  });

  it('speaks of delivery at once only where everything is finished', () => {
    const [finished, promised] = [{}, { promisedDay: 1_800_000_000_000 }];
    expect([[], [finished], [finished, finished]].map(waiverWordingFor)).toEqual(
      Array(3).fill(WAIVER_WORDING),
    );
    expect([[promised], [finished, promised], [promised, finished]].map(waiverWordingFor)).toEqual(
      Array(3).fill(PRE_ORDER_WAIVER_WORDING),
    );
    expect(WAIVER_TEXTS[PRE_ORDER_WAIVER_WORDING]).toMatch(
      /as soon as its artist delivers it.*keep it until then/,
    );
  });

  it('is refused where the sentence is not the one for what is bought', () => {
    expect(waiverRefusal(true, WAIVER_WORDING, PRE_ORDER_WAIVER_WORDING)).toBe('other-wording');
    expect(waiverRefusal(false, PRE_ORDER_WAIVER_WORDING)).toBe('other-wording');
    expect(waiverRefusal(true, null, PRE_ORDER_WAIVER_WORDING)).toBe('not-given');
    expect(waiverRefusal(true, PRE_ORDER_WAIVER_WORDING, PRE_ORDER_WAIVER_WORDING)).toBeNull();
  });
});
