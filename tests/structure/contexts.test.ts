import { describe, expect, it } from 'vitest';
import { crowdedFolders, importCycles, outsideContexts, upwardImports } from './contexts.ts';
import { readSources, type SourceFile } from './source.ts';

const source = readSources(['src'], ['.ts', '.tsx', '.astro', '.mjs']);
const fakeFile = (path: string, text: string): SourceFile => ({ path, text });

describe('the contexts', () => {
  it('hold every file of the layers that are divided into them', () => {
    expect(outsideContexts(source)).toEqual([]);
    expect(outsideContexts([fakeFile('src/domain/money.ts', '')])).toHaveLength(1);
    expect(outsideContexts([fakeFile('src/server/shop/x.ts', '')])).toHaveLength(1);
  });

  it('import only downwards', () => {
    expect(source.flatMap(upwardImports)).toEqual([]);
  });

  it.each([
    ['src/domain/kernel/x.ts', "import { User } from '../identity/user.ts';"],
    ['src/domain/catalogue/x.ts', "import type { Order } from '../commerce/order.ts';"],
    ['src/data/identity/x.ts', "import { reviewsByUser } from '../community/reviews.ts';"],
    ['src/data/catalogue/x.ts', "import type { Order } from '../../domain/commerce/order.ts';"],
    ['src/server/guild/x.ts', "import { settle } from '../commerce/settlement.ts';"],
    ['src/server/commerce/x.ts', "import type { App } from '../app/app.ts';"],
    ['src/server/operations/account/x.ts', "import { sendFailure } from '../../http/api/failure.ts';"],
    ['src/server/operations/commerce/x.ts', "import { addCard } from '../account/cards.ts';"],
    ['src/server/commerce/x.ts', "import { couponOperations } from '../operations/commerce/coupons.ts';"],
    ['src/server/app/x.ts', "import { couponOperations } from '../operations/commerce/coupons.ts';"],
    ['src/server/adapters/mail/x.ts', "import { mails } from '../../notifications/outbox.ts';"],
    [
      'src/features/catalogue/search/x.tsx',
      "import { Sales } from '../../commerce/sales/account/Sales.tsx';",
    ],
  ])('refuse %s with %j', (path, text) => {
    expect(upwardImports(fakeFile(path, text))).toHaveLength(1);
  });

  it.each([
    ['src/server/app/x.ts', "import { settle } from '../commerce/settlement.ts';"],
    ['src/server/operations/account/x.ts', "import type { App } from '../../app/app.ts';"],
    ['src/server/http/api/x.ts', "import { couponOperations } from '../../operations/commerce/coupons.ts';"],
    [
      'src/actions/commerce/x.ts',
      "import { couponOperations } from '../../server/operations/commerce/coupons.ts';",
    ],
    ['src/server/commerce/x.ts', "import type { Payments } from '../adapters/stripe/payments.ts';"],
    [
      'src/features/catalogue/product/x.astro',
      "---\nimport A from '../../community/review/Stars.astro';\n---",
    ],
  ])('allow %s with %j', (path, text) => {
    expect(upwardImports(fakeFile(path, text))).toEqual([]);
  });

  it('have no import cycles', () => {
    expect(importCycles(source)).toEqual([]);
  });

  it('report an import cycle', () => {
    const cycle = importCycles([
      fakeFile('src/ui/a.ts', "import { b } from './b.ts';"),
      fakeFile('src/ui/b.ts', "import { c } from './c.ts';"),
      fakeFile('src/ui/c.ts', "import { a } from './a.ts';"),
    ]);
    expect(cycle).toEqual(['src/ui/a.ts → src/ui/b.ts → src/ui/c.ts']);
  });
});

describe('a folder', () => {
  /** The limit of files in a folder. */
  const MOST = 30;
  const paths = readSources(['src', 'tests', 'e2e'], ['.ts', '.tsx', '.astro', '.mjs', '.css']).map(
    ({ path }) => path,
  );

  it(`holds at most ${MOST} files of code`, () => {
    // Migrations are a sequence, one for each change of the schema, which never becomes shorter.
    const folders = crowdedFolders(paths, MOST).filter(
      (folder) => !folder.startsWith('src/pocketbase/migrations:'),
    );
    expect(folders).toEqual([]);
  });

  it('is reported if it holds more', () => {
    const many = Array.from({ length: MOST + 1 }, (_, at) => `src/data/x${at}.ts`);
    expect(crowdedFolders([...many, 'src/ui/y.ts'], MOST)).toEqual(['src/data: 31 files']);
  });
});
