import { expect, it } from 'vitest';
import { readWorkplace, writeWorkplace } from '../../../src/data/identity/workplace.ts';

const [ONE, TWO] = ['a'.repeat(15), 'b'.repeat(15)];

it('a store is read from the cookie where it names exactly one', () => {
  expect(readWorkplace(`pb_auth=x; works-for=${ONE}`)).toBe(ONE);
  expect(readWorkplace(`works-for=${ONE}; works-for=${TWO}`)).toBeNull();
  expect(readWorkplace(`works-for=${ONE};works-for=`)).toBeNull();
  expect(readWorkplace('works-for=nonsense')).toBeNull();
  expect(readWorkplace(`xworks-for=${ONE}`)).toBeNull();
  expect(readWorkplace(null)).toBeNull();
});

it('is sent with requests of this site only, as the session is', () => {
  const set: unknown[] = [];
  writeWorkplace({ set: (...cookie) => set.push(cookie) }, ONE);
  expect(set).toMatchObject([['works-for', ONE, { sameSite: 'strict', httpOnly: true, secure: true }]]);
});
