import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../src/pocketbase/migrations/', import.meta.url);

it('migrations read nothing that lives on outside of their folder, so that they never do something else', () => {
  const outside = readdirSync(FOLDER).flatMap((name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    return [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(.+?)'/gms)]
      .filter(([, from]) => !from?.startsWith('./'))
      .map(([, from]) => `${name} imports ${from}`);
  });
  expect(outside).toEqual([]);
});
