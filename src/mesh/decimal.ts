/** Ten to the power of the index: exact as doubles. */
const POWERS = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
  1e20, 1e21, 1e22,
];
/** Maximum length of a number, in characters. */
const WORD_MAX = 64;

/**
 * Parses the decimal number between two offsets exactly like `Number`, without creating a string: digits of up to 53 bits
 * scaled by an exact power of ten are rounded once.
 * @returns NaN for anything but a decimal number, including "nan" and "inf", and for more than 64 characters.
 */
export function readDecimal(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at += 1;
  let mantissa = 0;
  let digits = 0;
  let behindPoint = 0;
  let point = false;
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO);
      digits += 1;
      if (point) behindPoint += 1;
    } else if (byte === POINT && !point) point = true;
    else break;
  }
  if (at < to || digits === 0 || mantissa > Number.MAX_SAFE_INTEGER || behindPoint >= POWERS.length) {
    return readSlowly(bytes, from, to);
  }
  const value = mantissa / (POWERS[behindPoint] ?? 1);
  return sign === MINUS ? -value : value;
}

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;

const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function readSlowly(bytes: Uint8Array, from: number, to: number): number {
  const word = wordOf(bytes, from, to);
  return DECIMAL.test(word) ? Number(word) : Number.NaN;
}

/** The bytes between two offsets as text; empty if longer than any number. */
export function wordOf(bytes: Uint8Array, from: number, to: number): string {
  return to - from > WORD_MAX ? '' : String.fromCharCode(...bytes.subarray(from, to));
}

/** Whether a token is "nan", "inf" or an overflowing number, rather than no number at all. */
export function isNoNumber(word: string): boolean {
  return DECIMAL.test(word) || /^[+-]?(nan|inf)/i.test(word);
}
