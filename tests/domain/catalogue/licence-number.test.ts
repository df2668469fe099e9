import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  licenceNumberText,
  newLicenceNumber,
  typedLicenceNumber,
} from '../../../src/domain/catalogue/licence-number.ts';

it('is read again however somebody writes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (random) => {
      const number = newLicenceNumber(random);
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
      const text = licenceNumberText(number);
      expect(text).toMatch(/^\w{4}-\w{4}-\w{4}$/);
      for (const typed of [number, text, text.toLowerCase(), ` ${text.replaceAll('-', ' ')}\n`])
        expect(typedLicenceNumber(typed)).toBe(number);
    }),
  );
});

it('takes letters that look alike for one another', () => {
  expect(typedLicenceNumber('oO1i-lL00-AAAA')).toBe('00111100AAAA');
});

it.each(['', '7K2M-9QXR-4TV', '7K2M-9QXR-4TVWW', '7K2M-9QXR-4TVU', '__proto__', "'; DROP TABLE"])(
  'is not %j',
  (typed) => {
    expect(typedLicenceNumber(typed)).toBeNull();
  },
);
