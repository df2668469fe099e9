import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { COMPARED_MAX_BYTES, isSameFile } from '../../../../src/features/assets/upload/account/same-file.ts';

it('a file that changed on its disk while it was sent is told by its checksum', async () => {
  const sha256 = createHash('sha256').update('an orc').digest('hex');
  expect(await isSameFile(new Blob(['an orc']), sha256)).toBe(true);
  expect(await isSameFile(new Blob(['an ork']), sha256)).toBe(false);
  // What the server does not say, or the browser cannot read again, is believed.
  expect(await isSameFile(new Blob(['an orc']), null)).toBe(true);
  const large = { size: COMPARED_MAX_BYTES + 1, arrayBuffer: () => Promise.reject(new Error('it was read')) };
  expect(await isSameFile(large as unknown as Blob, sha256)).toBe(true);
});
