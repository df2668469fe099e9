import { BlockList, isIP } from 'node:net';

/** Addresses that are nobody's on the internet, or lead back into a private network. RFC 6890 and its successors. */
const PRIVATE_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/** Within the global unicast addresses: protocol assignments with Teredo, documentation, and 6to4, which holds an IPv4. */
const PRIVATE_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blocked = new BlockList();
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [list, kind] of [
  [PRIVATE_4, 'ipv4'],
  [PRIVATE_6, 'ipv6'],
] as const)
  for (const range of list) {
    const [net = '', prefix] = range.split('/');
    blocked.addSubnet(net, Number(prefix), kind);
  }

/**
 * Whether an IP address is one of the public internet. Of IPv6 only global unicast is: that leaves out loopback, link-local,
 * unique local, mapped and translated IPv4.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !blocked.check(address, 'ipv4');
  if (version === 6) return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
  return false;
}
