import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHECKED_STORIES } from '../../../../src/features/site/legal/checked-pages.ts';

const E2E = new URL('../../../../e2e/', import.meta.url);

it('the accessibility statement names exactly the stories that check with axe', () => {
  const checking = readdirSync(E2E, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => /await expectItReadsWell\(/.test(readFileSync(new URL(file, E2E), 'utf8')));
  expect(Object.keys(CHECKED_STORIES).sort()).toEqual(checking.sort());
});
