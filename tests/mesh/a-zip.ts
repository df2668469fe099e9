import { deflateSync, strToU8 } from 'fflate';

/** One file of a test zip, with optional wrong claims. */
export interface ZipMember {
  name: string;
  text: string | Uint8Array;
  stored?: boolean;
  /** What the directory claims instead of the truth. */
  claimedSize?: number;
  flags?: number;
  method?: number;
  /** A Unix mode, such as 0o120777 for a link. */
  mode?: number;
  /** Points at the bytes of the first member instead of its own. */
  sharesFirst?: boolean;
}

/**
 * A zip written by hand, so that it can lie. `zip64` writes sizes and places as Zip64 does; `claimedEntries` is what its
 * end says it holds.
 */
export function aZip(
  members: ZipMember[],
  { zip64 = false, claimedEntries = members.length } = {},
): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  const put = (into: Uint8Array[], bytes: Uint8Array) => {
    into.push(bytes);
    return bytes.length;
  };
  for (const member of members) {
    const bytes = typeof member.text === 'string' ? strToU8(member.text) : member.text;
    const packed = member.stored ? bytes : deflateSync(bytes);
    const name = strToU8(member.name);
    const method = member.method ?? (member.stored ? 0 : 8);
    const size = member.claimedSize ?? bytes.length;
    const sizes = zip64 ? [0xffffffff, 0xffffffff] : [packed.length, size];
    const place = member.sharesFirst ? 0 : at;
    at += put(
      parts,
      numbers('42222244422', 0x04034b50, 45, member.flags ?? 0, method, 0, 0, 0, ...sizes, name.length, 0),
    );
    at += put(parts, name) + put(parts, packed);
    const extra = zip64 ? numbers('22888', 1, 24, size, packed.length, place) : new Uint8Array(0);
    const mode = (member.mode ?? 0o100644) * 65536;
    put(
      directory,
      numbers(
        '42222224442222244',
        ...[0x02014b50, 0x031e, 45, member.flags ?? 0, method, 0, 0, 0, ...sizes, name.length],
        ...[extra.length, 0, 0, 0, mode, zip64 ? 0xffffffff : place],
      ),
    );
    put(directory, name);
    put(directory, extra);
  }
  const length = directory.reduce((sum, { length }) => sum + length, 0);
  const ends = zip64
    ? [
        numbers('4822448888', 0x06064b50, 44, 45, 45, 0, 0, claimedEntries, claimedEntries, length, at),
        numbers('4484', 0x07064b50, 0, at + length, 1),
        numbers('42222442', 0x06054b50, 0, 0, 0xffff, 0xffff, 0xffffffff, 0xffffffff, 0),
      ]
    : [numbers('42222442', 0x06054b50, 0, 0, claimedEntries, claimedEntries, length, at, 0)];
  return joined([...parts, ...directory, ...ends]);
}

/** Little-endian numbers; `widths` gives the bytes of each. */
function numbers(widths: string, ...values: number[]): Uint8Array {
  const sizes = [...widths.replaceAll(' ', '')].map(Number);
  if (sizes.length !== values.length) throw new Error(`${sizes.length} widths for ${values.length} numbers`);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [index, size] of sizes.entries()) {
    let value = values[index] ?? 0;
    for (let byte = 0; byte < size; byte++) {
      bytes[at++] = value % 256;
      value = Math.floor(value / 256);
    }
  }
  return bytes;
}

export function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
