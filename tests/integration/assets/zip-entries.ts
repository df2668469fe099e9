import { crc32 } from 'node:zlib';

/**
 * Reads an archive by its directory at the end, as an unpacking program does, and checks each sum.
 * @throws Error where it is no whole archive of stored files.
 */
export function entriesOfZip(zip: Buffer): { name: string; bytes: Buffer }[] {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('there is no end of a directory');
  const entries: { name: string; bytes: Buffer }[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('there is no entry of the directory');
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const size = zip.readUInt32LE(at + 24);
    const local = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error(`there is no file ${name}`);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + size);
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`the sum of ${name} is wrong`);
    entries.push({ name, bytes });
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return entries;
}
