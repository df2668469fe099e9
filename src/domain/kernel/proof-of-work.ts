/**
 * Work that is asked of a browser instead of refusing it: a number is to be found that, behind the challenge, hashes to so
 * many zero bits. It costs a person seconds and nothing else; whoever wants thousands of answers pays for thousands.
 */

/** Zero bits that are asked at first: about a quarter of a million hashes, a second on a phone. */
const BITS_LEAST = 18;
/** Never more, so that strangers who go on trying cannot make it too much for the person they mean: half a minute on a phone. */
const BITS_MOST = 22;
/** After so many solutions for the same thing one more bit is asked: twice the work. */
const SOLUTIONS_A_BIT = 3;

/** How many zero bits are asked where so many solutions were accepted a moment ago. */
export function bitsAsked(solutions: number): number {
  return Math.min(BITS_MOST, BITS_LEAST + Math.floor(solutions / SOLUTIONS_A_BIT));
}

/** A challenge as it stands in a page: what is hashed, the zero bits, until when it counts, and the server's signature. */
const CHALLENGE = /^([\w-]{22})\.(\d{1,2})\.(\d{1,16})\.[\w-]{43}$/;

export interface Challenge {
  id: string;
  bits: number;
  /** In ms. */
  expiresAt: number;
}

/** The parts of a challenge, or null for any other text. */
export function readChallenge(text: string): Challenge | null {
  const [, id, bits, expiresAt] = CHALLENGE.exec(text) ?? [];
  return id === undefined ? null : { id, bits: Number(bits), expiresAt: Number(expiresAt) };
}

/** Whether a number solves a challenge. It has at most 16 digits. */
export function isSolution({ id, bits }: Pick<Challenge, 'id' | 'bits'>, number: number): boolean {
  return zeroBits(`${id}.${number}`) >= bits;
}

const PRIMES = [2];
for (let n = 3; PRIMES.length < 64; n += 2) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
/** The constants of SHA-256 (FIPS 180-4): the first 32 bits behind the point of roots of primes. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const words = new Int32Array(64);

/**
 * The zero bits that the SHA-256 of a text begins with, at most 32. Written out here, as the one that browsers have takes
 * longer to call than to work. @param text at most 55 ASCII characters: one block.
 */
export function zeroBits(text: string): number {
  words.fill(0, 0, 16);
  for (let at = 0; at < text.length; at++) put(at, text.charCodeAt(at));
  put(text.length, 0x80);
  words[15] = text.length * 8;
  for (let at = 16; at < 64; at++) {
    const near = word(at - 2);
    const far = word(at - 15);
    const s1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    const s0 = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    words[at] = (word(at - 16) + s0 + word(at - 7) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = START;
  const first = a;
  for (let at = 0; at < 64; at++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[at] ?? 0) + word(at)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return Math.clz32((first + a) | 0);
}

const word = (at: number): number => words[at] ?? 0;
const turned = (value: number, by: number): number => (value >>> by) | (value << (32 - by));
/** Sets a byte of the block. */
function put(at: number, byte: number): void {
  words[at >> 2] = word(at >> 2) | (byte << (24 - 8 * (at & 3)));
}
