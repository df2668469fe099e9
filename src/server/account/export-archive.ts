import { Readable } from 'node:stream';
import type PocketBase from 'pocketbase';
import { type ExportFile, exportFiles } from '../../data/account/account-export.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { streamedZip } from '../kernel/zip-format.ts';

const encoder = new TextEncoder();

/**
 * Everything that is stored under a person's account as a zip of JSON files, packed while it is read: it holds one page of rows
 * in memory, however large the account. The stream fails where the database does not answer.
 */
export function exportArchive(pb: PocketBase, userId: string, siteName: string, now: Instant): Readable {
  const files = [...exportFiles(pb, userId)];
  return Readable.from(streamedZip(entries()), { objectMode: false });

  async function* entries() {
    const first = Readable.from([encoder.encode(readMe(files, siteName, now))]);
    yield { name: 'READ-ME.txt', bytes: first, modifiedAt: now };
    for (const file of files) yield { name: `${file.name}.json`, bytes: jsonOf(file), modifiedAt: now };
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
