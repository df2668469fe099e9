import { expect, it } from 'vitest';
import { NO_OPERATOR, sellerOfRecord } from '../../../../src/domain/kernel/operator.ts';
import { readSources } from '../../../structure/source.ts';

it('nothing reads the operator from the build: each text names the one of the running process', () => {
  const fromBuild = readSources(['src'], ['.ts', '.tsx', '.astro'])
    .filter(({ text }) => /import\.meta\.env\S*OPERATOR/.test(text))
    .map(({ path }) => path);
  expect(fromBuild).toEqual([]);
});

it('an operator without a name is called by the name of the site', () => {
  expect(sellerOfRecord({ operator: NO_OPERATOR, siteName: 'Ashen Market' }).name).toBe('Ashen Market');
  const operator = { ...NO_OPERATOR, name: 'Miniatures GmbH' };
  expect(sellerOfRecord({ operator, siteName: 'Ashen Market' })).toBe(operator);
});
