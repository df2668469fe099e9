import { Session } from 'node:inspector/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { writeTestRow } from '../../../src/dev/changed/table.ts';
import { ROOT } from '../../structure/source.ts';

/**
 * Set up before each test file where `npm run test:changed` learns: notes of which files of `src` a function was called
 * meanwhile. Loading alone does not count: nearly every test loads nearly everything.
 */
const session = new Session();

beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const files = result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0] && ranges[0].count > 0),
    )
    .map(({ url }) => pathOf(url))
    .filter((path) => path.startsWith('src/') && !path.startsWith('src/dev/changed/'));
  const { testPath } = expect.getState();
  if (testPath) await writeTestRow(ROOT, pathOf(testPath), [...new Set(files)]);
});

function pathOf(address: string): string {
  const file = address.startsWith('file:') ? fileURLToPath(address) : address;
  return relative(ROOT, file.replace(/\?.*$/, '')).split(sep).join('/');
}
