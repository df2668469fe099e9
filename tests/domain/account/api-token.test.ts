import { expect, it } from 'vitest';
import {
  API_SCOPE_NAMES,
  API_SCOPES,
  scopesFor,
  scopesIn,
  TOKEN_NAME_MAX,
  tokenRefusals,
} from '../../../src/domain/account/api-token.ts';

it('a token without a scope, or without a name, is refused at its field', () => {
  expect(tokenRefusals({ name: 'Sync', scopes: ['library.read'] }, false)).toEqual({});
  expect(Object.keys(tokenRefusals({ name: ' \u200b', scopes: [] }, false))).toEqual(['name', 'scopes']);
  expect(
    Object.keys(tokenRefusals({ name: 'x'.repeat(TOKEN_NAME_MAX + 1), scopes: ['orders.read'] }, true)),
  ).toEqual(['name']);
});

it('somebody without a store is offered, and can give, no scope of sellers', () => {
  const forSellers = API_SCOPE_NAMES.filter((scope) => API_SCOPES[scope].forSellers);
  expect(scopesFor(false).filter((scope) => forSellers.includes(scope))).toEqual([]);
  expect(scopesFor(true)).toEqual(API_SCOPE_NAMES);
  for (const scope of forSellers) {
    expect(tokenRefusals({ name: 'Sync', scopes: [scope] }, false)).toHaveProperty('scopes');
    expect(tokenRefusals({ name: 'Sync', scopes: [scope] }, true)).toEqual({});
  }
});

it('a stored scope that this version does not know opens nothing', () => {
  expect(scopesIn('library.read everything.write')).toEqual(['library.read']);
  expect(scopesIn('')).toEqual([]);
});
