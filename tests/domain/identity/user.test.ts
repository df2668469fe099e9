import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
  usernameRefusal,
} from '../../../src/domain/identity/user.ts';

const FIRST = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const REST = [...FIRST, '-', '_'];

/** Valid names. */
const goodName = fc
  .tuple(
    fc.constantFrom(...FIRST),
    fc.array(fc.constantFrom(...REST), { minLength: USERNAME_MIN - 1, maxLength: USERNAME_MAX - 1 }),
  )
  .map(([first, rest]) => first + rest.join(''));

describe('a username', () => {
  it('of lower-case letters, digits, dash and underscore is valid', () => {
    fc.assert(
      fc.property(goodName, (name) => {
        expect(usernameRefusal(name)).toBeNull();
      }),
    );
  });

  it.each([
    ['ab', 'username-too-short'],
    ['', 'username-too-short'],
    ['a'.repeat(USERNAME_MAX), null],
    ['a'.repeat(USERNAME_MAX + 1), 'username-too-long'],
    ['Mira', 'username-characters'],
    ['-mira', 'username-characters'],
    ['_mira', 'username-characters'],
    ['mi ra', 'username-characters'],
    ['mira\n', 'username-characters'],
    ['mira@home', 'username-characters'],
    ['../mira', 'username-characters'],
    ['míra', 'username-characters'],
  ])('%j is answered with %s', (name, refusal) => {
    expect(usernameRefusal(name)).toBe(refusal);
  });

  it('with any other character is refused', () => {
    fc.assert(
      fc.property(goodName, fc.string({ minLength: 1, maxLength: 1 }), fc.nat(), (name, stranger, at) => {
        fc.pre(!REST.includes(stranger) && name.length < USERNAME_MAX);
        const position = at % (name.length + 1);
        const spoilt = name.slice(0, position) + stranger + name.slice(position);
        expect(usernameRefusal(spoilt)).toBe('username-characters');
      }),
    );
  });
});

it('the shortest password is within what bcrypt reads', () => {
  expect(PASSWORD_MIN).toBeGreaterThanOrEqual(8);
  expect(PASSWORD_MIN).toBeLessThan(PASSWORD_MAX_BYTES);
});
