import { crc32 } from 'node:zlib';

/**
 * Reads an archive from its central directory, as an unpacker does, and verifies each checksum.
 * @throws Error if it is not a complete archive of stored files.
 */
export function entriesOfZip(zip: Buffer): { name: string; bytes: Buffer }[] {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of the central directory');
  const entries: { name: string; bytes: Buffer }[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('no directory entry');
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const size = zip.readUInt32LE(at + 24);
    const local = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error(`no file ${name}`);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + size);
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`wrong checksum of ${name}`);
    entries.push({ name, bytes });
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return entries;
}
