import ts from 'typescript';
import { expect, it } from 'vitest';
import { readSources, type SourceFile, walk } from './source.ts';

/** What people read, as it stands in the source. */

const READ_BY_PEOPLE = ['src/features', 'src/ui', 'src/pages', 'src/actions', 'src/server', 'src/domain'];
const sources = readSources(READ_BY_PEOPLE, ['.ts', '.tsx', '.astro']);

/** A name of a variable: "onChanged", "loadMore"; or one that is no English word. */
const VARIABLE = /\b(?:[a-z]+[A-Z][a-z]+[A-Za-z]*|refetch)\b/;
/** Words with a capital inside that people know. */
const WORDS = /\b(?:iPad|iPhone|eBay|myMiniFactory)\b/g;
/** Texts about code, for people who write programs. */
const ABOUT_CODE = [
  /^src\/server\/http\/api\//,
  /^src\/server\/operations\//,
  /^src\/server\/app\/settings\.ts$/,
  /^src\/features\/account\/webhook\//,
  /^src\/domain\/catalogue\/import\//,
];

const isSentence = (text: string) => /^\p{Lu}.* .*[.!?…:]$/su.test(text.trim());

/** The texts of a file that people read: text between tags, and literals that are sentences. */
function textsOf(file: SourceFile): string[] {
  const texts: string[] = [];
  walk(file, (node) => {
    if (ts.isJsxText(node)) texts.push(node.text);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (isSentence(node.text)) texts.push(node.text);
    } else if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (isSentence(parts.join('x'))) texts.push(parts.join(' '));
    }
  });
  return texts;
}

const namedVariables = (file: SourceFile) =>
  textsOf(file).flatMap((text) => {
    const found = VARIABLE.exec(text.replace(WORDS, ''));
    return found ? [`${file.path}: ${found[0]}`] : [];
  });

it('sentences for people hold no names of variables', () => {
  const checked = sources.filter(({ path }) => !ABOUT_CODE.some((part) => part.test(path)));
  expect(checked.flatMap(namedVariables)).toEqual([]);
});

it.each([
  '<p>Nobody can join it refetch, and this cannot be undone.</p>',
  '<button>Show loadMore</button>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  '<p title={`The ban is lifted; ${name} can join onChanged.`} />',
])('a text with the name of a variable is found in %s', (markup) => {
  expect(namedVariables({ path: 'src/features/x.tsx', text: `const x = ${markup};` })).toHaveLength(1);
});

/** Where the name of this project is no name of the operator's site: what it is called until somebody names it, and headers. */
const OF_THE_PROJECT: Record<string, RegExp> = {
  'src/domain/kernel/brand.ts': /fallback: /,
  'src/features/kernel/page/identity.ts': /PUBLIC_SITE_NAME/,
  'src/server/app/setting-table.ts': /PUBLIC_SITE_NAME/,
  'src/server/account/webhooks.ts': /user-agent/,
  'src/data/kernel/client.ts': /X-Guildhall-/,
  'src/data/identity/users.ts': /X-Guildhall-/,
};

it('the site is called by the name that its operator gave it, nowhere by one written in the code', () => {
  const named = readSources(
    [...READ_BY_PEOPLE, 'src/data', 'src/layouts'],
    ['.ts', '.tsx', '.astro'],
  ).flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => /\bGuildhall\b/.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line))
      .filter((line) => OF_THE_PROJECT[path]?.test(line) !== true)
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(named).toEqual([]);
});
