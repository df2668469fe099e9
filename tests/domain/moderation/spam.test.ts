import { describe, expect, it } from 'vitest';
import {
  linksOf,
  messageSpamRefusal,
  type SpamQuestion,
  spamJudgement,
} from '../../../src/domain/moderation/spam.ts';

const HOST = 'guildhall.test';
const judge = (text: string, more: Partial<SpamQuestion> = {}) =>
  spamJudgement({ text, bought: true, elsewhere: 0, words: [], host: HOST, ...more });
const LONG = 'Does the troll come with a base of 40 mm?';

describe('the spam check', () => {
  it('allows plain text', () => {
    expect(judge(LONG)).toEqual({ is: 'allowed' });
    expect(judge(LONG, { bought: false, elsewhere: 2 })).toEqual({ is: 'allowed' });
  });

  it.each([
    'Look at https://cheap.example/figures',
    'Look at www.cheap.example',
    'cheap-minis.shop has it for less',
    'CHEAP.COM',
  ])('%s: refuses links before the first purchase', (text) => {
    expect(judge(text, { bought: false })).toMatchObject({
      is: 'refused',
      sentence: expect.stringContaining('links'),
    });
    expect(judge(text)).toEqual({ is: 'allowed' });
  });

  it('allows links to the site itself, but not links that only look like it', () => {
    expect(judge(`http://${HOST}/product/abc and guildhall.test:4321/x`, { bought: false }).is).toBe(
      'allowed',
    );
    expect(linksOf(`https://${HOST}.cheap.com/ https://cheap.com/?${HOST}`, HOST)).toHaveLength(2);
  });

  it.each(['32.5 mm, scale 1.2', 'e.g. this one', 'Wait...what', 'file.stl and base.obj', 'v1.2.3'])(
    'finds no link in %s',
    (text) => {
      expect(linksOf(text, HOST)).toEqual([]);
    },
  );

  it('holds, then refuses the same text sent to many; never a short one', () => {
    expect(judge(LONG, { elsewhere: 3 })).toMatchObject({
      is: 'held',
      why: 'The same text went to 3 others within a day.',
    });
    expect(judge(LONG, { elsewhere: 6 }).is).toBe('refused');
    expect(judge('Thank you', { elsewhere: 9 }).is).toBe('allowed');
  });

  it('holds or refuses whole words of the operator’s list, however they are written', () => {
    const words = [
      { word: 'casino', deed: 'refuse' as const },
      { word: 'Recast', deed: 'hold' as const },
      { word: 'quick money', deed: 'hold' as const },
      { word: '', deed: 'refuse' as const },
    ];
    expect(judge('Come to our ＣÁSINO', { words }).is).toBe('refused');
    expect(judge('I sell a recast, Casino', { words }).is).toBe('refused');
    expect(judge('I sell a RECAST.', { words })).toMatchObject({
      is: 'held',
      why: 'A word of the list: Recast',
    });
    expect(judge('Quick\n money', { words }).is).toBe('held');
    expect(judge('Recasting is not for me, nor casinos', { words })).toEqual({ is: 'allowed' });
  });

  it('refuses a message that would be held in public', () => {
    const question = { text: LONG, bought: true, elsewhere: 0, words: [], host: HOST };
    const words = [{ word: 'troll', deed: 'hold' as const }];
    expect(messageSpamRefusal(question)).toBeNull();
    expect(messageSpamRefusal({ ...question, elsewhere: 3 })).toContain('a personal message');
    expect(messageSpamRefusal({ ...question, words })).toContain('was not sent');
    expect(messageSpamRefusal({ ...question, elsewhere: 6 })).toContain('many others');
  });

  it('handles a huge text quickly', () => {
    expect(judge('a.'.repeat(50_000), { bought: false, words: [{ word: 'a.b', deed: 'hold' }] }).is).toBe(
      'allowed',
    );
    expect(judge('www.'.repeat(25_000)).is).toBe('allowed');
    expect(judge('a. '.repeat(30_000)).is).toBe('allowed');
  });
});
