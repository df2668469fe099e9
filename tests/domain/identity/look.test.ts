import { describe, expect, it } from 'vitest';
import { LOOK_ACTIONS, lookRefusalText, lookRule } from '../../../src/domain/identity/look.ts';

describe('a look', () => {
  it('opens nothing that is private between people, that opens an account, or that is new', () => {
    for (const noun of ['conversations', 'guildLetters', 'apiTokens', 'webhooks', 'session', 'new'])
      for (const verb of ['list', 'one', 'mine', 'change', 'signIn', '__proto__'])
        expect(lookRule(`${noun}.${verb}`), `${noun}.${verb}`).toBe('refused');
    const taken = [...LOOK_ACTIONS].filter((name) =>
      /csv|table|link|portal|invoices|unread|read$/i.test(name),
    );
    expect(taken).toEqual(['productsInBulk.table']);
  });

  it('leaves the desk to the operator, and says why something is closed', () => {
    expect(lookRule('deskPeople.suspend')).toBe('own');
    expect(lookRule('session.signOut')).toBe('own');
    expect(lookRule('desk.list')).toBe('refused');
    expect(lookRefusalText('conversations.one', 'mira')).toContain('private');
    expect(lookRefusalText('products.change', 'mira')).toContain('as mira: nothing can be changed');
    expect(lookRefusalText('__proto__.x', 'mira')).toContain('as mira');
  });
});
