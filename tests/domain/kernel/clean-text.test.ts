import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, textRefusal } from '../../../src/domain/kernel/clean-text.ts';

/** Text of deceptive characters mixed with plain ones. */
const TRICKY = [
  ...'aAéß \n\t\r\v\f\u0000\u0007\u001b\u0085\u2028\u2029\u200b\u200c\u200d\u200e\u200f\u061c',
  ...'\u202a\u202b\u202d\u202e\u202c\u2066\u2067\u2068\u2069\ufeff\u00ad\u2060\u3164\u115f\u180e',
  ...'\u0300\u0301\u0316\u0334\u035f\u0489\u20dd\u0e49\u093c\u094d\ufe0f\u034f\u0958\u212b\u1100\u1161\u09c7\u09be',
  ...'👩👧🏴\u{E0067}\u{E0062}\u{E007F}\u{1F3FB}',
  '\ud83d',
  '\ude00',
  '\r\n',
  '\ufffe',
  '\u{1FFFF}',
];
const tricky = fc.array(fc.constantFrom(...TRICKY), { maxLength: 60 }).map((signs) => signs.join(''));
const anything = fc.oneof(
  tricky,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme' }),
);

describe('cleaned text', () => {
  it('does not change when cleaned again', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('is never longer than the composed input', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(cleanText(text).length).toBeLessThanOrEqual(text.normalize('NFC').length);
      }),
      { numRuns: 1000 },
    );
  });

  it('has no controls but line feeds, no lone surrogates and no direction marks', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const clean = cleanText(text);
        expect(clean.replaceAll('\n', '')).not.toMatch(
          /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u,
        );
        expect(clean).not.toMatch(
          /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad\u3164\u115f]/u,
        );
        expect(clean).toBe(clean.normalize('NFC'));
      }),
      { numRuns: 1000 },
    );
  });

  it('stacks at most three marks, and has at most two empty lines in a row', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(cleanText(text)).not.toMatch(/(?:[\p{Mn}\p{Me}][\u200c\u200d]?){4}/u);
        expect(cleanText(text)).not.toMatch(/\n{4}/);
        expect(cleanText(text)).toBe(cleanText(text).trim());
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves plain text unchanged', () => {
    const plain = fc.stringMatching(/^[A-Za-z0-9.,:;!?'"()<>&%$#@ -]{1,80}$/);
    fc.assert(
      fc.property(plain, (text) => {
        expect(cleanText(text)).toBe(text.trim());
      }),
    );
  });

  it.each([
    ['Arabic with vowel signs', 'السَّلَامُ عَلَيْكُمْ'],
    ['Persian with a part of a word set off', 'می\u200cخواهم'],
    ['Hebrew with points', 'שָׁלוֹם'],
    ['Thai', 'น้ำที่นี่ดีมาก กี่วัน'],
    ['Devanagari', 'क्षत्रिय हिन्दी र\u200dय'],
    ['Burmese', 'မြို့ ကျွန်ုပ်'],
    ['Korean', '안녕하세요 한국어'],
    ['Vietnamese', 'Tiếng Việt, đường phố'],
    ['Chinese and Japanese', '你好，世界。こんにちは、がぎぐげご'],
    ['a chosen form of a Japanese name', '葛\u{E0100}飾区'],
    ['Greek and Cyrillic', 'Ελληνικά Ўзбекча й'],
    ['a flag', '🇩🇪 🇧🇷'],
    ['the flag of a part of a country', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['a family', '👨‍👩‍👧‍👦 👩🏽‍🎨 ❤️‍🔥 1️⃣'],
    ['lines and lists', 'Dear Mira,\n\n- one\n- two\n\n\nDorin'],
  ])('leaves %s unharmed', (_, text) => {
    expect(cleanText(text)).toBe(text.normalize('NFC'));
  });

  it('limits stacked marks', () => {
    const zalgo = `H${'\u0300\u0316\u0334\u035f'.repeat(50)}i`;
    expect([...cleanText(zalgo)].length).toBeLessThanOrEqual(5);
    expect(cleanText(`a${'\u0316\u200d'.repeat(50)}`).length).toBeLessThanOrEqual(8);
    expect(cleanText(`ส${'้'.repeat(40)}`)).toBe('ส้้้');
  });

  it('removes what reverses or hides text', () => {
    expect(cleanText('invoice\u202egpj.exe')).toBe('invoicegpj.exe');
    expect(cleanText('pay\u200b\u2060pal\ufeff')).toBe('paypal');
    expect(cleanText(`seen${'\u{E0041}\u{E0042}'}`)).toBe('seen');
    expect(cleanText('🏴\u{E0067}hidden')).toBe('🏴hidden');
  });

  it('normalises line ends and limits empty lines', () => {
    expect(cleanText('a\r\nb\rc\u2028d\u0085e')).toBe('a\nb\nc\nd\ne');
    expect(cleanText('a\n \n\t\n\u200b\n\n\nb  \n')).toBe('a\n\n\nb');
  });

  it('takes linear time for a huge text', () => {
    for (const part of [' ', '\n', '\u0301', '\u200d', ' \n', '🏴\u{E0067}', 'a\u0301'])
      expect(cleanText(`${part.repeat(200_000)}x`).length).toBeGreaterThan(0);
  });
});

describe('text on one line', () => {
  it('has one space for any whitespace', () => {
    expect(cleanLine(' Trolls\n\n under\u00a0 30 ')).toBe('Trolls under 30');
  });
});

describe('what is refused', () => {
  const bounds = { min: 3, max: 10, what: 'a message' };
  it.each([
    ['', 'Write a message.'],
    [' \n\u200b\u3164\u202e ', 'Write a message.'],
    ['\u2800\u2800\u2800\u2800', 'Write a message.'],
    ['\u0301\u0301\u200d', 'Write a message.'],
    ['ab', 'Use at least 3 characters.'],
    ['abcdefghijk', 'Use at most 10 characters.'],
    ['abc', null],
    ['  abcdefghij  ', null],
    ['👍👍', null],
  ])('%j: %s', (text, sentence) => {
    expect(textRefusal(text, bounds)).toBe(sentence);
  });

  it('does not include an empty text where it is optional', () => {
    expect(textRefusal(' ', { ...bounds, min: 0 })).toBeNull();
    expect(textRefusal('\u2800', { ...bounds, min: 0 })).toBe('Write a message.');
  });
});
