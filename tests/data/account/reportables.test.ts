import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportable } from '../../../src/data/account/reportables.ts';
import { CASE_SUBJECTS } from '../../../src/domain/moderation/case.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

it.each(CASE_SUBJECTS)('a %s that is not there is not found, for a visitor or a person', async (what) => {
  for (const looker of ['', 'a'.repeat(15)])
    expect(await reportable(backend.pb, what, 'z'.repeat(15), looker)).toBeNull();
});
