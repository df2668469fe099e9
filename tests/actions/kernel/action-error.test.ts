import { expect, it } from 'vitest';
import { actionError } from '../../../src/actions/kernel/action-error.ts';
import {
  fieldRefused,
  fieldsRefused,
  REFUSAL_STATUSES,
  RefusalError,
} from '../../../src/server/kernel/refusal-error.ts';

/** The names that Astro has for these statuses; its own table cannot be loaded outside a build. */
it.each([
  ['unauthorized', 'UNAUTHORIZED'],
  ['not_found', 'NOT_FOUND'],
  ['too_large', 'CONTENT_TOO_LARGE'],
  ['unavailable', 'SERVICE_UNAVAILABLE'],
] as const)('pages are told of %s as %s', (code, told) => {
  expect(actionError(new RefusalError(code, 'No.'))).toMatchObject({ code: told, message: 'No.' });
});

it('every kind of refusal has a name of its own', () => {
  const codes = Object.keys(REFUSAL_STATUSES) as (keyof typeof REFUSAL_STATUSES)[];
  const told = codes.map((code) => actionError(new RefusalError(code, '')).code);
  expect(new Set(told).size).toBe(codes.length);
});

it('refused fields are told as those of an input', () => {
  const type = 'AstroActionInputError';
  const issue = (field: string, message: string) => ({ code: 'custom', path: [field], message });
  expect(actionError(fieldRefused('slug', 'It is taken.'))).toMatchObject({
    type,
    code: 'CONFLICT',
    message: 'It is taken.',
    issues: [issue('slug', 'It is taken.')],
  });
  expect(actionError(fieldsRefused({ name: 'Too long.', slug: 'Taken.' }))).toMatchObject({
    type,
    code: 'BAD_REQUEST',
    message: 'Too long.',
    issues: [issue('name', 'Too long.'), issue('slug', 'Taken.')],
  });
});
