import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { paths } from '../src/paths.ts';
import { ALONE } from '../vitest.config.ts';
import { namedAnswers } from './structure/action-answers.ts';
import { forbiddenImports, forbiddenPackages, hasLayer } from './structure/layers.ts';
import { importsOf, ROOT, readSources, type SourceFile, walk } from './structure/source.ts';
import { excludedGlobs, filesOfPublicPages, unstyledFiles } from './structure/stylesheets.ts';

const CODE = ['.ts', '.tsx', '.astro', '.mjs', '.css'];
const source = readSources(['src'], CODE);
const everything = [
  ...readSources(['src', 'tests', 'e2e', '.ci', 'public', 'docs'], [...CODE, '.json', '.md', '.txt', 'run']),
  ...readSources(['.'], ['.md', '.json', '.mjs', '.ts', '.example', 'LICENSE', '.gitignore']),
];

/** A file that exists only in memory, to prove that a check finds what it looks for. */
const fakeFile = (path: string, text: string): SourceFile => ({ path, text });

describe('the layers', () => {
  it('all have an entry in the import rules', () => {
    expect(source.filter(({ path }) => !hasLayer(path)).map(({ path }) => path)).toEqual([]);
  });

  it('import only what the rules allow', () => {
    expect(source.flatMap(forbiddenImports)).toEqual([]);
  });

  it.each([
    ['src/ui/x.tsx', "import { priceText } from '../domain/money.ts';"],
    ['src/domain/x.ts', "import { paths } from '../paths.ts';"],
    ['src/domain/x.ts', "export * from '../data/products.ts';"],
    ['src/domain/x.ts', "import type { ModelRefusal } from '../mesh/read.ts';"],
    ['src/mesh/x.ts', "import type { SizeMm } from '../domain/product.ts';"],
    ['src/search/x.ts', "import type { Cents } from '../domain/money.ts';"],
    ['src/front/x.ts', "import type { Product } from '../domain/catalogue/product.ts';"],
    ['src/front/x.ts', "import { paths } from '../paths.ts';"],
    ['src/data/x.ts', "import { app } from '../server/app/app.ts';"],
    ['src/features/cart/x.tsx', "const late = await import('../../server/mail.ts');"],
    ['src/pages/x.astro', "---\nimport { mail } from '../server/mail.ts';\n---\n<p />"],
    ['src/pages/x.astro', "<script>\nimport '../server/mail.ts';\n</script>"],
    ['src/pocketbase/x.ts', "import { mail } from '../server/mail.ts';"],
    ['src/server/x.ts', "import Card from '../features/product/Card.astro';"],
    ['src/server/x.ts', "import world from '../../tests/world.ts';"],
    ['src/server/x.ts', "import { freePort } from '../ops/ports.ts';"],
    ['src/ops/x.ts', "const late = await import('../dev/stack.ts');"],
    ['src/ops/x.ts', "import type { MailSink } from '../dev/mail.ts';"],
    ['src/ops/load-dev-stack.ts', "import { openMailSink } from '../dev/mail.ts';"],
  ])('refuse %s with %j', (path, text) => {
    expect(forbiddenImports(fakeFile(path, text))).toHaveLength(1);
  });

  it.each([
    ['src/features/cart/x.tsx', "import { priceText } from '../../domain/money.ts';"],
    ['src/pages/api/x.ts', "import { mail } from '../../server/mail.ts';"],
    ['src/front/x.ts', "import { networkOf } from '../domain/kernel/network.ts';"],
    ['src/data/x.ts', "import type { PageCache } from '../server/app/app.ts';"],
    ['src/domain/x.ts', "// import { paths } from '../paths.ts';"],
    ['src/dev/x.ts', "import { mail } from '../server/mail.ts';"],
    ['src/ops/load-dev-stack.ts', "const late = await import('../dev/stack.ts');"],
  ])('allow %s with %j', (path, text) => {
    expect(forbiddenImports(fakeFile(path, text))).toEqual([]);
  });
});

describe('the client package of an external service', () => {
  it('is imported by its adapter only', () => {
    expect(source.flatMap(forbiddenPackages)).toEqual([]);
  });

  it('can be imported elsewhere as a type', () => {
    const path = 'src/features/account/x.tsx';
    expect(forbiddenPackages(fakeFile(path, "import type PocketBase from 'pocketbase';"))).toEqual([]);
    expect(forbiddenPackages(fakeFile(path, "import { type RecordModel } from 'pocketbase';"))).toEqual([]);
    expect(forbiddenPackages(fakeFile(path, "import PocketBase from 'pocketbase';"))).toHaveLength(1);
    expect(importsOf(fakeFile(path, "import {} from 'pocketbase';"))[0]?.typeOnly).toBe(false);
  });
});

describe('addresses', () => {
  /** First segments of the site's addresses: "product", "store", "login" … */
  const segments = [
    ...new Set(
      Object.values(paths)
        .map((path) => (path as (...parts: string[]) => string)('a', 'b', 'c', '160'))
        .map((path) => /^\/(api\/[a-z-]+|[a-z-]+)/.exec(path)?.[1])
        .filter((segment) => segment !== undefined),
    ),
  ];
  const ours = new RegExp(`^/(${segments.join('|')})(?=$|[/?#])`);
  /** Files that may write addresses: the list itself, the server that routes them, the tools. */
  const exempt = /^src\/(paths\.ts|server\/|ops\/|dev\/|pocketbase\/|middleware\.ts)/;
  /** A link in an .astro template, which is not TypeScript. */
  const templateLink = /\b(?:href|action|src)=["'](\/[^"']*)["']/g;

  function written(file: SourceFile): string[] {
    const found: string[] = [];
    walk(file, (node) => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
        const isImport =
          node.parent && (ts.isImportDeclaration(node.parent) || ts.isCallExpression(node.parent));
        if (ours.test(node.text) && !(isImport && node.text.startsWith('.'))) found.push(node.text);
      }
    });
    if (file.path.endsWith('.astro'))
      for (const [, link = ''] of file.text.matchAll(templateLink)) if (ours.test(link)) found.push(link);
    return found.map((address) => `${file.path} writes ${address}`);
  }

  it('are derived from src/paths.ts', () => {
    expect(segments).toEqual(expect.arrayContaining(['product', 'store', 'search', 'account', 'login']));
  });

  it('are written in src/paths.ts only', () => {
    const files = source.filter(({ path }) => !exempt.test(path) && !path.endsWith('.css'));
    expect(files.flatMap(written)).toEqual([]);
  });

  it('are found in templates, template strings and calls', () => {
    expect(written(fakeFile('src/pages/x.astro', '<a href="/terms">Terms</a>'))).toHaveLength(1);
    expect(written(fakeFile('src/ui/x.tsx', 'const to = `/product/$' + '{id}`;'))).toHaveLength(1);
    expect(written(fakeFile('src/ui/x.ts', "go('/login?x=1');"))).toHaveLength(1);
    expect(written(fakeFile('src/ui/x.ts', "go('/loginless'); // '/login'"))).toEqual([]);
  });
});

describe('the domain', () => {
  /** Reads of the clock, of random numbers and of the environment's crypto. */
  function impure(file: SourceFile): string[] {
    const found: string[] = [];
    walk(file, (node) => {
      if (ts.isPropertyAccessExpression(node)) {
        const text = node.getText();
        if (/^(Date\.now|Math\.random|performance\.now|crypto\.\w+)$/.test(text)) found.push(text);
      }
      if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length)
        found.push('new Date()');
    });
    return found.map((what) => `${file.path} uses ${what}`);
  }

  it('reads no clock and no random numbers', () => {
    expect(source.filter(({ path }) => /^src\/(domain|mesh)\//.test(path)).flatMap(impure)).toEqual([]);
  });

  it('is refused if it does', () => {
    expect(impure(fakeFile('src/domain/x.ts', 'export const a = Date.now() + Math.random();'))).toHaveLength(
      2,
    );
    expect(impure(fakeFile('src/domain/x.ts', 'const now = new Date();'))).toHaveLength(1);
    expect(impure(fakeFile('src/domain/x.ts', 'const then = new Date(now); // Date.now()'))).toEqual([]);
  });
});

describe('the answer of an action', () => {
  it('is inferred by every page', () => {
    expect(source.filter(({ path }) => /^src\/(features|ui)\//.test(path)).flatMap(namedAnswers)).toEqual([]);
  });

  it.each([
    'const query = useQuery<Sale[]>(() => actions.sales.mine({ page }));',
    'void mutate<{ id: string }>(() => actions.stores.open(input), null);',
    'void mutation.mutate<{ id: string }>(() => actions.stores.open(input), null);',
    'const { mutate: save } = useMutation(); void save<Store>(() => actions.stores.open(input), null);',
    'const answer = (await actions.stores.open(input)) as Answer<Store>;',
    'const { name } = query.data as Store;',
    'function run(action: () => Promise<unknown>) {}',
  ])('may not be typed by hand: %s', (text) => {
    expect(namedAnswers(fakeFile('src/features/store/x.tsx', text))).toHaveLength(1);
  });

  it.each([
    'const query = useQuery(() => actions.sales.mine({ page }));',
    'const [names, setNames] = useState<string[]>([]);',
    'const items = JSON.parse(data.items) as LibraryItem[];',
    'const sort = form.sort as LibrarySort;',
  ])('may be used as in %s', (text) => {
    expect(namedAnswers(fakeFile('src/features/store/x.tsx', text))).toEqual([]);
  });
});

describe('file names', () => {
  const empty = /^(utils?|helpers?|lib|libs|misc|common|shared|types?|constants?)$/;
  const emptyNames = (files: SourceFile[]): string[] =>
    files
      .map(({ path }) => path)
      .filter((path) => path.split('/').some((part) => empty.test(part.replace(/(\.d)?\.\w+$/, ''))));

  it('name their content', () => {
    expect(emptyNames(everything)).toEqual([]);
  });

  it('are refused if they name nothing', () => {
    const files = ['src/utils/x.ts', 'src/data/helpers.ts', 'src/ui/Common.css', 'tests/types.d.ts'];
    expect(emptyNames(files.map((path) => fakeFile(path.toLowerCase(), '')))).toHaveLength(4);
  });
});

describe('the repository', () => {
  /** Absolute paths of one machine, and package registries other than npm's own. */
  const place = /(?<![\w.$}/-])\/(?:work|root|home|Users|mnt|opt)\/[\w.-]+/;
  const registry =
    /https?:\/\/(?!registry\.npmjs\.org)[\w.-]*(?:registry|artifactory|nexus|verdaccio|mirror)[\w.-]*/i;
  const local = (file: SourceFile): string[] =>
    [place, registry].flatMap((pattern) => {
      const found = pattern.exec(file.text)?.[0];
      return found ? [`${file.path} mentions ${found}`] : [];
    });

  it('mentions no path or registry of one machine', () => {
    expect(everything.flatMap(local)).toEqual([]);
  });

  it('reports such paths and registries', () => {
    const home = ['', 'home', 'mira', 'guildhall'].join('/');
    const host = ['https:/', 'npm-registry.example.org', 'x'].join('/');
    expect(local(fakeFile('a.ts', `const folder = '${home}';`))).toHaveLength(1);
    expect(local(fakeFile('package-lock.json', `"resolved": "${host}"`))).toHaveLength(1);
    expect(local(fakeFile('a.ts', "const page = paths.home() + '/homepage/x';"))).toEqual([]);
  });
});

describe('the length of a file', () => {
  /** Files that may be longer, each with its reason. */
  const LONGER: Record<string, string> = {
    'src/data/kernel/tables.ts': 'written by npm run records, one table each',
  };
  const LIMIT = 350;

  it(`is at most ${LIMIT} lines`, () => {
    const long = readSources(['src', 'tests', 'e2e'], CODE)
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ path, lines }) => lines > LIMIT && !Object.hasOwn(LONGER, path));
    expect(long).toEqual([]);
  });
});

describe('the documentation', () => {
  const documents = everything.filter(
    ({ path }) => path.endsWith('.md') && !path.startsWith('docs/decisions/'),
  );
  /** Paths of the project that a text names, without placeholders. */
  const named = ({ text }: SourceFile): string[] =>
    [...text.matchAll(/\b(?:src|tests|e2e|docs)\/[\w./[\]-]*\w/g)].map(([path]) => path);

  it('names only files and folders that exist', () => {
    const missing = documents.flatMap((file) =>
      named(file)
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${file.path} names ${path}`),
    );
    expect(documents.map(({ path }) => path)).toContain('CONTRIBUTING.md');
    expect(missing).toEqual([]);
  });

  it('is read for paths', () => {
    expect(named(fakeFile('x.md', 'see `src/data/gone.ts` and src/ui.'))).toEqual([
      'src/data/gone.ts',
      'src/ui',
    ]);
  });
});

describe('the stylesheet of public pages', () => {
  const sheet = source.find(({ path }) => path === 'src/layouts/public.css') ?? fakeFile('', '');

  it('excludes no file that a public page uses', () => {
    expect(excludedGlobs(sheet).length).toBeGreaterThan(3);
    expect(unstyledFiles(filesOfPublicPages(source), sheet)).toEqual([]);
  });

  it('reports an excluded file that a page uses', () => {
    const page = fakeFile(
      'src/pages/x.astro',
      "---\nimport Sales from '../features/commerce/sales/account/Sales.tsx';\n---\n",
    );
    const files = filesOfPublicPages([page, fakeFile('src/features/commerce/sales/account/Sales.tsx', '')]);
    expect(unstyledFiles(files, sheet)).toEqual(['src/features/commerce/sales/account/Sales.tsx']);
  });
});

describe('tests that share a worker', () => {
  it('replace no global and no module for the others', () => {
    const replacing = everything
      .filter(({ path }) => path.endsWith('.test.ts') && path !== 'tests/structure.test.ts')
      .filter(({ text }) => /\bvi\.(stubGlobal|stubEnv|mock|doMock)\(/.test(text));
    expect(replacing.map(({ path }) => path)).toEqual(ALONE);
  });
});
