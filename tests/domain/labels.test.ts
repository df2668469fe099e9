import { expect, it } from 'vitest';

/**
 * The short words that pages, mails and exports show for a stored state, kind or name, compared with the list beside this
 * file. A change on purpose: `npx vitest run --project unit tests/domain/labels.test.ts -u`, and read the difference.
 */

const LONGEST_LABEL = 48;
const modules = import.meta.glob<Record<string, unknown>>('../../src/domain/**/*.ts', { eager: true });

const isTable = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).length > 0 &&
  Object.values(value).every((label) => typeof label === 'string' && label.length <= LONGEST_LABEL);

function tables(): [string, Record<string, string>][] {
  const found = new Map<string, Record<string, string>>();
  for (const exported of Object.values(modules))
    for (const [name, value] of Object.entries(exported))
      if (/_(TEXTS|LABELS|NAMES|TITLES)$/.test(name) && !name.includes('REFUSAL') && isTable(value))
        found.set(name, value);
  return [...found].sort(([a], [b]) => a.localeCompare(b));
}

it('every stored word has its label, in English, and keeps it', async () => {
  const lines = tables().flatMap(([name, table]) => [
    name,
    ...Object.entries(table).map(([word, label]) => `  ${word}: ${label}`),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./labels.txt');
});

it('says two states of one thing with two labels', () => {
  const same = tables().flatMap(([name, table]) => {
    const labels = Object.values(table);
    return labels.filter((label, at) => labels.indexOf(label) !== at).map((label) => `${name}: ${label}`);
  });
  expect(same).toEqual([]);
});
