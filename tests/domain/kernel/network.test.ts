import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf, siteOf } from '../../../src/domain/kernel/network.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::'],
    ['2001:db8:1:2::', '2001:db8:1:2::'],
    ['2001:db8::1', '2001:db8::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::1', '::'],
    ['unknown', 'unknown'],
    ['', ''],
    ['1:2:3', '1:2:3'],
    ['1::2::3', '1::2::3'],
    ['::ffff:203.0.113.700', '::ffff:203.0.113.700'],
    ['2001:db8:1:2:3:4:5:6:7', '2001:db8:1:2:3:4:5:6:7'],
  ])('%s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  it('is the same for all addresses of a /64, and its own network', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const address = groups.map((each) => each.toString(16)).join(':');
        const neighbour = [...groups.slice(0, 4), 1, 2, 3, 4].map((each) => each.toString(16)).join(':');
        const isMapped = groups.slice(0, 5).every((each) => each === 0) && groups[5] === 0xffff;
        fc.pre(!isMapped);
        expect(networkOf(address)).toBe(networkOf(neighbour));
        expect(networkOf(networkOf(address))).toBe(networkOf(address));
      }),
    );
  });
});

describe('the site around a network', () => {
  it.each([
    ['2001:db8:1:2::', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::', '2001:db8:1::/48'],
    ['2001:db8::', '2001:db8::/48'],
    ['203.0.113.7', null],
    ['::', null],
    ['unknown', null],
  ])('%s is in %s', (network, site) => expect(siteOf(network)).toBe(site));
});
