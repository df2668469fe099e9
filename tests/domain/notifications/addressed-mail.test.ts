import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ADDRESSED_KINDS,
  ADDRESSED_LIMITS,
  ADDRESSED_REFUSALS,
  addressedRefusal,
  addressedRefusalText,
  mailboxOf,
} from '../../../src/domain/notifications/addressed-mail.ts';

const NONE = { sender: 0, pair: 0, recipient: 0, network: 0 };
const MAY = { confirmed: true, stopped: false, sent: NONE };

describe('a mail to an address that its sender typed', () => {
  it.each(ADDRESSED_KINDS)('of the kind %s is refused from each limit on, and not before', (kind) => {
    expect(addressedRefusal(kind, MAY)).toBeNull();
    for (const by of ['sender', 'pair', 'recipient', 'network'] as const) {
      const most = ADDRESSED_LIMITS[kind][by];
      if (most === 0) continue;
      expect(addressedRefusal(kind, { ...MAY, sent: { ...NONE, [by]: most - 1 } })).toBeNull();
      expect(addressedRefusal(kind, { ...MAY, sent: { ...NONE, [by]: most } })).toBe(by);
    }
  });

  it('is refused without a confirmed address, and where its recipient wants none', () => {
    expect(addressedRefusal('gift', { ...MAY, confirmed: false })).toBe('unconfirmed');
    expect(addressedRefusal('gift', { ...MAY, stopped: true })).toBe('stopped');
  });

  it('is refused with one sentence that says when or how it works, or that nothing was sent', () => {
    for (const kind of ADDRESSED_KINDS)
      for (const refusal of ADDRESSED_REFUSALS)
        expect(addressedRefusalText(kind, refusal)).toMatch(
          /(tomorrow|Nothing was sent|mail we sent you)\.$/,
        );
  });
});

describe('a mailbox', () => {
  it.each([
    ['Vera.Quill+shop@Gmail.com', 'veraquill@gmail.com'],
    ['veraquill@googlemail.com', 'veraquill@gmail.com'],
    [' Vera.Quill+a+b@x.org ', 'vera.quill@x.org'],
    ['+tag@x.org', '+tag@x.org'],
    ['a@b@x.org', 'a@b@x.org'],
    ['no address', 'no address'],
  ])('of %s is %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });

  it('is the same for every spelling, and its own mailbox', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.stringMatching(/^[a-z0-9]{0,8}$/), (address, tag) => {
        const box = mailboxOf(address);
        expect(mailboxOf(box)).toBe(box);
        expect(mailboxOf(address.toUpperCase())).toBe(box);
        const at = address.lastIndexOf('@');
        expect(mailboxOf(`${address.slice(0, at)}+${tag}${address.slice(at)}`)).toBe(box);
      }),
    );
  });
});
