/**
 * Who counts as one sender, for limits by address. A line of IPv6 brings at least 2^64 addresses and may use each once, so
 * its network counts; a provider gives a customer up to 2^16 such networks.
 */

/** How many times the limit of one network all networks of a /48 have together: a company or campus, or one rented server. */
export const SITE_TIMES = 8;

const MAPPED = [0, 0, 0, 0, 0, 0xffff];

/**
 * The network that an IP address belongs to: an IPv4 address is one of its own, also where IPv6 writes it (::ffff:192.0.2.1);
 * of an IPv6 address it is the /64, written as its first address (2001:db8:1:2::), which is a valid address itself. What is
 * no IP address stays as it is.
 */
export function networkOf(address: string): string {
  // A zone ("fe80::1%eth0") names a line of this machine.
  const groups = groupsOf(address.split('%', 1)[0] ?? '');
  if (!groups) return address;
  if (MAPPED.every((group, at) => groups[at] === group)) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return shortened(groups.slice(0, 4));
}

/** The /48 around a network, or null where there is none: of IPv4, and of this machine (::). */
export function siteOf(network: string): string | null {
  const groups = groupsOf(network);
  if (!groups || groups.slice(0, 6).every((group) => group === 0)) return null;
  return `${shortened(groups.slice(0, 3))}/48`;
}

/** The eight groups of an IPv6 address, or null for any other text. */
function groupsOf(address: string): number[] | null {
  if (!address.includes(':') || address.length > 45) return null;
  const dotted = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address);
  const [, before = '', ...bytes] = dotted ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
  if ([a, b, c, d].some((byte) => byte > 255)) return null;
  const text = dotted ? `${before}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}` : address;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  if (![...head, ...tail].every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  return [...head, ...Array<string>(missing).fill('0'), ...tail].map((group) => Number.parseInt(group, 16));
}

/** A network by its first groups, as RFC 5952 writes its first address: without the zeros at its end. */
function shortened(groups: readonly number[]): string {
  const last = groups.findLastIndex((group) => group !== 0);
  return `${groups
    .slice(0, last + 1)
    .map((group) => group.toString(16))
    .join(':')}::`;
}
