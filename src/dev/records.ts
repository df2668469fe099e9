import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceClient } from '../data/client.ts';
import { freePort } from '../ops/ports.ts';
import { findPocketBase } from '../pocketbase/tools/binary.ts';
import { buildPocketBase } from '../pocketbase/tools/build.ts';
import { recordTypes } from '../pocketbase/tools/record-types.ts';
import { servePocketBase } from '../pocketbase/tools/serve.ts';

/** `npm run records`: writes src/data/records.ts anew from the migrations, by asking an empty PocketBase. */
const FILE = fileURLToPath(new URL('../data/records.ts', import.meta.url));
const service = { email: 'service@guildhall.test', password: 'only for this moment' };

const folder = await mkdtemp(join(tmpdir(), 'guildhall-records-'));
try {
  const served = await servePocketBase({
    ...(await buildPocketBase(join(folder, 'built'))),
    binary: await findPocketBase({
      production: false,
      chosen: process.env['POCKETBASE_BIN'],
      keepIn: join(folder, 'bin'),
    }),
    dataDir: join(folder, 'data'),
    port: await freePort(),
    service,
  });
  try {
    await writeFile(FILE, await recordTypes(serviceClient({ url: served.url, ...service })));
    console.log('src/data/records.ts is written; npm run format lays it out.');
  } finally {
    await served.stop('SIGKILL');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
