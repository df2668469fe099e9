import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openEmbeddedSearch } from '../../../src/search/embedded.ts';
import { describeEngine } from './engine-contract.ts';

describeEngine('the embedded engine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'search-contract-'));
  const open = () =>
    openEmbeddedSearch({
      file: join(folder, 'index'),
      workers: 2,
      onError: (reason) => expect.fail(String(reason)),
    });
  let engine = await open();
  return {
    engine,
    async restart() {
      await engine.close();
      engine = await open();
      return engine;
    },
    async close() {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
