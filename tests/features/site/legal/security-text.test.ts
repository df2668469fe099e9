import { expect, it } from 'vitest';
import { securityText } from '../../../../src/features/site/legal/security-text.ts';

const NOW = Date.UTC(2026, 10, 27, 12);
const ADDRESS = 'https://hall.example/.well-known/security.txt';

it('who finds a weakness reads whom to write to, and until when that holds', () => {
  expect(securityText('hall@example.com', ADDRESS, NOW)).toBe(
    `Contact: mailto:hall@example.com\nExpires: 2027-05-26T12:00:00Z\nPreferred-Languages: en\nCanonical: ${ADDRESS}\n`,
  );
});

it('without an address of the operator there is no file, which would have to name one', () => {
  expect(securityText('', ADDRESS, NOW)).toBeNull();
});
