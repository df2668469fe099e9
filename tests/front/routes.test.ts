import { describe, expect, it } from 'vitest';
import { type RoutedRequest, route, serveByFirst, step } from '../../src/front/routes.ts';

const asked = (path: string) => ({ path, query: '', reads: true }) as RoutedRequest;

describe('a table of routes', () => {
  it('serves a request by the first route that finds something, with what it found', async () => {
    const served: string[] = [];
    const routes = [
      route(
        'files',
        ({ path }) => path.startsWith('/files/') && path.slice(7),
        (_, file) => void served.push(`file ${file}`),
      ),
      route(
        'pages',
        ({ path }) => /^\/page\/(\d+)$/.exec(path),
        async (_, found) => {
          await Promise.resolve();
          served.push(`page ${found[1]}`);
        },
      ),
      route(
        'the rest',
        () => true,
        ({ path }) => void served.push(`rest ${path}`),
      ),
    ];
    for (const path of ['/files/a.css', '/page/3', '/page/x'])
      expect(await serveByFirst(routes, asked(path))).toBe(true);
    expect(served).toEqual(['file a.css', 'page 3', 'rest /page/x']);
  });

  it('lets a request go on after a step, once the step is done', async () => {
    const order: string[] = [];
    const routes = [
      step('slow', async () => {
        await Promise.resolve();
        order.push('step');
      }),
      step('quick', () => void order.push('quick step')),
      route(
        'all',
        () => true,
        () => void order.push('served'),
      ),
    ];
    expect(await serveByFirst(routes, asked('/'))).toBe(true);
    expect(order).toEqual(['step', 'quick step', 'served']);
  });

  it.each([null, undefined, false] as const)('takes %s for nothing, and no other value', async (nothing) => {
    const routes = [
      route(
        'none',
        () => nothing,
        () => undefined,
      ),
    ];
    expect(await serveByFirst(routes, asked('/'))).toBe(false);
    expect(
      await serveByFirst(
        [
          route(
            'empty',
            () => '',
            () => undefined,
          ),
        ],
        asked('/'),
      ),
    ).toBe(true);
  });

  it('hands on what a route throws', async () => {
    const broken = route(
      'broken',
      () => true,
      async () => Promise.reject(new Error('no')),
    );
    await expect(serveByFirst([broken], asked('/'))).rejects.toThrow('no');
  });
});
