import { crc32, deflateRawSync } from 'node:zlib';

/** A file for an archive; the optional fields override what the directory says about it. */
export interface Packed {
  path: string;
  bytes: Uint8Array;
  stored?: boolean;
  /** Unix mode, such as 0o120777 for a link. */
  mode?: number;
  flags?: number;
  method?: number;
  /** As claimed by the directory. */
  sizeBytes?: number;
  crc?: number;
  headerAt?: number;
  /** Name in the local header, if different. */
  localPath?: string;
}

/** A valid or hostile ZIP archive. `entries` is the number of entries it claims. */
export function aZip(files: readonly Packed[], entries = files.length, comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const data = file.stored ? Buffer.from(file.bytes) : deflateRawSync(file.bytes);
    const name = Buffer.from(file.localPath ?? file.path);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    parts.push(local, name, data);
    directory.push(directoryEntry(file, data.length, at));
    at += local.length + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries, 0xffff), 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, listed, end, Buffer.from(comment)]);
}

function directoryEntry(file: Packed, packedBytes: number, at: number): Buffer {
  const name = Buffer.from(file.path);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(0x0314, 4);
  entry.writeUInt16LE(file.flags ?? 0x800, 8);
  entry.writeUInt16LE(file.method ?? (file.stored ? 0 : 8), 10);
  entry.writeUInt32LE(file.crc ?? crc32(file.bytes), 16);
  entry.writeUInt32LE(packedBytes, 20);
  entry.writeUInt32LE(file.sizeBytes ?? file.bytes.length, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 38);
  entry.writeUInt32LE(file.headerAt ?? at, 42);
  return Buffer.concat([entry, name]);
}
