import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { namedKeys } from '../../../ops/snapshot/named-files.ts';
import { hashOf } from '../sent-files.ts';
import { openSites } from '../sites.ts';
import { command } from './commands.ts';
import type { DrillParts } from './parts.ts';
import type { Readers } from './readers.ts';
import { type FigureRow, rowOf } from './row.ts';

/** Files by other ways than redirected from the bucket. */

/** A site that sends downloads itself. */
export function proxyRow({ stack, folder }: DrillParts, readers: Readers): Promise<FigureRow> {
  return rowOf('a download through a site with S3_PROXY=1', 'its hash, no redirect', async () => {
    const { id, files } = await readers.newProduct();
    const [site, file] = [await openSite(), files[0]];
    try {
      const before = readers.redirected();
      const wrong = file ? await readers.wholeFile(site.urls, file, id) : 'there is none';
      if (wrong !== null) throw new Error(wrong);
      if (readers.redirected() > before) throw new Error('it was redirected');
      return undefined;
    } finally {
      await site.close();
    }
  });
  function openSite() {
    return openSites(stack, {
      count: 1,
      folder: join(folder, 'proxy'),
      env: () => ({ S3_PROXY: '1', JOBS: 'off' }),
    });
  }
}

/** All files go from the bucket to a folder, where each is what its name says. @param env of the machine that has the database */
export function moveRow(env: Record<string, string>): Promise<FigureRow> {
  return rowOf('npm run move-files -- to-folder', 'every named file, its hash', async () => {
    const models = env['MODELS_DIR'] ?? '';
    const { printed, code } = await command('src/ops/move-files.ts', ['to-folder'], {
      ...env,
      FILES_IN: 'folder',
    });
    if (code !== 0) throw new Error(printed);
    const stored = (await readdir(models, { recursive: true })).filter((path) => /[0-9a-f]{64}$/.test(path));
    for (const path of stored)
      if (!path.endsWith(await hashOf(join(models, path)))) throw new Error(`${path} has another hash`);
    const database = new DatabaseSync(join(env['DATA_DIR'] ?? '', 'data', 'data.db'), { readOnly: true });
    const missing = namedKeys(database).filter((key) => !stored.includes(key));
    database.close();
    if (missing.length > 0) throw new Error(`${missing.length} files are missing, such as ${missing[0]}`);
    return `${stored.length} files`;
  });
}
