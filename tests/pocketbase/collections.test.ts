import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

/** Properties that PocketBase generates, or that only its dashboard shows. */
const NOT_COMPARED = new Set(['id', 'system', 'primaryKey', 'presentable', 'help', 'autogeneratePattern']);
const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'authRule', 'manageRule'];

/** "state select required values=[draft,open]": all non-empty properties of a field. */
function fieldLine(field: Record<string, unknown>, nameOf: (id: unknown) => string): string {
  const { name, type, ...rest } = field;
  const options = Object.entries(rest)
    .filter(
      ([key, value]) => !NOT_COMPARED.has(key) && value && !(Array.isArray(value) && value.length === 0),
    )
    .map(([key, value]) => {
      if (key === 'collectionId') return `of=${nameOf(value)}`;
      return value === true ? key : `${key}=${JSON.stringify(value)}`;
    });
  return [`  ${name}: ${type}`, ...options.sort()].join(' ');
}

it('all collections have the fields, indexes and rules that stored records and callers rely on', async () => {
  const collections = (await backend.pb.collections.getFullList({ sort: 'name' })).filter(
    ({ system }) => !system,
  );
  const names = new Map(collections.map(({ id, name }) => [id, name]));
  const lines = collections.flatMap((collection) => {
    const described: Record<string, unknown> = { ...collection };
    return [
      `${collection.name} (${collection.type})`,
      ...collection.fields
        .map((field) => fieldLine(field, (id) => names.get(String(id)) ?? 'unknown'))
        .sort(),
      ...collection.indexes.map((index) => `  index ${index}`).sort(),
      ...RULES.filter((rule) => typeof described[rule] === 'string').map(
        (rule) => `  ${rule} ${JSON.stringify(described[rule])}`,
      ),
      ...(described['viewQuery']
        ? [`  query ${String(described['viewQuery']).replace(/\s+/g, ' ').trim()}`]
        : []),
      '',
    ];
  });
  expect(lines.length).toBeGreaterThan(500);
  await expect(lines.join('\n')).toMatchFileSnapshot('../structure/contract/collections.txt');
});
