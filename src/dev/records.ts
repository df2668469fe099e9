import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPocketBase } from '../pocketbase/tools/binary.ts';
import { buildPocketBase } from '../pocketbase/tools/build.ts';
import { describeSchema } from '../pocketbase/tools/schema.ts';
import { preparePocketBase } from '../pocketbase/tools/serve.ts';
import { describeTables } from '../pocketbase/tools/tables.ts';

/** `npm run records`: writes the tables and the description of the schema, from an empty PocketBase. */
const TABLES = 'src/data/kernel/tables.ts';
const SCHEMA = 'tests/pocketbase/schema.txt';
const write = (path: string, content: string) =>
  writeFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), content);
const service = { email: 'service@guildhall.test', password: 'only for this moment' };

const folder = await mkdtemp(join(tmpdir(), 'guildhall-records-'));
try {
  const options = {
    ...(await buildPocketBase(join(folder, 'built'))),
    binary: await findPocketBase({
      production: false,
      chosen: process.env['POCKETBASE_BIN'],
      keepIn: join(folder, 'bin'),
    }),
    dataDir: join(folder, 'data'),
    service,
  };
  await preparePocketBase(options);
  await write(SCHEMA, describeSchema(join(options.dataDir, 'data.db')));
  await write(TABLES, describeTables(join(options.dataDir, 'data.db')));
  console.log(`${TABLES} and ${SCHEMA} are written; npm run format formats the first.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
