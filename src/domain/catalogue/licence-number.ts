/**
 * Numbers of merchant licences, as they stand on a stall: twelve letters and digits of Crockford's base 32, 60 random bits.
 * Nobody can guess one, and nobody confuses its letters.
 */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;
const GROUP = 4;

/** A new number. @param random at least twelve random bytes. */
export function newLicenceNumber(random: Uint8Array): string {
  return Array.from(random.slice(0, LENGTH), (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}

/** A number as people read it: "7K2M-9QXR-4TVW". */
export function licenceNumberText(number: string): string {
  return number.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? '';
}

/** The number that somebody typed, however they wrote it; null for anything else. */
export function typedLicenceNumber(typed: string): string | null {
  const read = typed
    .slice(0, 100)
    .toUpperCase()
    .replace(/[\s–—-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return read.length === LENGTH && [...read].every((letter) => LETTERS.includes(letter)) ? read : null;
}
