import { expect, it } from 'vitest';
import { idempotencyKeyRefusal, repeated } from '../../../src/domain/account/idempotency.ts';

it('a key is 1 to 255 visible signs', () => {
  for (const good of ['a', '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'x'.repeat(255)])
    expect(idempotencyKeyRefusal(good)).toBeNull();
  for (const bad of ['', 'a b', 'x'.repeat(256), 'é', 'a\nb'])
    expect(idempotencyKeyRefusal(bad)).not.toBeNull();
});

it('only the same request gets the answer of its key, and an unknown end is never done again', () => {
  expect(repeated({ fingerprint: 'a', answer: 'made' }, 'a')).toEqual({ answer: 'made' });
  expect(repeated({ fingerprint: 'a', answer: 'made' }, 'b')).toEqual({ refusal: 'other-request' });
  expect(repeated({ fingerprint: 'a', answer: null }, 'a')).toEqual({ refusal: 'unanswered' });
  expect(repeated({ fingerprint: 'a', answer: null }, 'b')).toEqual({ refusal: 'other-request' });
});
