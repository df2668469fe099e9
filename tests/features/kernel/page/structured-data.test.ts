import { expect, it } from 'vitest';
import { breadcrumbData, jsonForScript } from '../../../../src/features/kernel/page/structured-data.ts';

it('JSON in a page cannot close its element', () => {
  const text = jsonForScript({ name: '</script><script>alert(1)</script><!--\u2028' });
  expect(text).not.toMatch(/[<>\u2028]/);
  expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script><!--\u2028' });
});

it('breadcrumbs are numbered, and the page itself has no address', () => {
  const data = breadcrumbData(
    [{ name: 'Home', path: '/' }, { name: 'Golem' }],
    (path) => `https://a.example${path}`,
  );
  expect(data).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://a.example/' },
      { position: 2, name: 'Golem' },
    ],
  });
  expect(JSON.stringify(data).match(/"item"/g)).toHaveLength(1);
});
