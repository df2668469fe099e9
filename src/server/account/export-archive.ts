import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import type PocketBase from 'pocketbase';
import { type ExportFile, exportFiles } from '../../data/account/account-export.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

const encoder = new TextEncoder();

/**
 * Everything that is stored under a person's account as a zip of JSON files, packed while it is read: it holds one page of rows
 * in memory, however large the account. The stream fails where the database does not answer.
 */
export function exportArchive(pb: PocketBase, userId: string, siteName: string, now: Instant): Readable {
  const files = [...exportFiles(pb, userId)];
  const lastModified = new Date(now);
  const packed = makeZip(entries());
  return Readable.from(bytesOf(packed), { objectMode: false });

  async function* entries() {
    yield { name: 'READ-ME.txt', input: encoder.encode(readMe(files, siteName, now)), lastModified };
    for (const file of files)
      yield { name: `${file.name}.json`, input: streamOf(jsonOf(file)), lastModified };
  }
}

/** The rows as one JSON list, a row in each line. */
async function* jsonOf({ pages }: ExportFile): AsyncGenerator<Uint8Array> {
  let before = '[\n';
  for await (const rows of pages) {
    yield encoder.encode(before + rows.join(',\n'));
    before = ',\n';
  }
  yield encoder.encode(before === '[\n' ? '[]\n' : '\n]\n');
}

function readMe(files: readonly ExportFile[], siteName: string, now: Instant): string {
  return [
    `What ${siteName} stores about you, as of ${new Date(now).toISOString()}.`,
    'Each file is a list in JSON. Moments are in UTC, amounts in cents, ids are the same in all files.',
    'A list that is empty means that nothing of the kind is stored.',
    '',
    ...files.map(({ name, holds }) => `${name}.json: ${holds}`),
    '',
    'Not in here: your password, which we know only as a hash; pictures and model files, which you can download from their',
    'pages; and what the payment provider stores about your card.',
    '',
  ].join('\n');
}

const streamOf = (pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream<Uint8Array>;

async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield piece;
}
