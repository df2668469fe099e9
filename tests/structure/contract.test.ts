import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'astro/zod';
import { describe, expect, it } from 'vitest';
import { server } from '../../src/actions/index.ts';
import { pageTag, paths } from '../../src/paths.ts';
import {
  browserNames,
  databaseRoutes,
  keyShapes,
  paymentNames,
  queryNames,
  settingNames,
  wordLists,
} from './contract-scan.ts';
import { ROOT, readSources } from './source.ts';

/**
 * The public contract: addresses, actions, and names stored in browsers, in records or at the payment provider. Each part is a list under contract/; the collections are compared in tests/pocketbase/collections.test.ts.
 * CONTRIBUTING.md says how a list is renewed after a change on purpose.
 */

const PAGES = 'src/pages';

const matches = (name: string, lines: readonly string[]) =>
  expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./contract/${name}.txt`);

/** "src/pages/store/[id]/index.astro" is /store/[id]. */
function pages(): string[] {
  return readSources([PAGES], ['.astro', '.ts', '.md'])
    .map(
      ({ path }) =>
        path
          .slice(PAGES.length)
          .replace(/\.\w+$/, '')
          .replace(/\/index$/, '') || '/',
    )
    .sort();
}

/** Each address with all its parameters and with the required ones only; the parameters are one, two, three … */
function addresses(): string[] {
  const parts = ['one', 'two', 'three', 'four', 'five'];
  const found = Object.values(paths)
    .filter((path) => path !== paths.writeTo)
    .flatMap((path) => {
      const address = path as (...parts: string[]) => string;
      return [address(...parts), address(...parts.slice(0, path.length))];
    });
  const tags = Object.values(pageTag).map((tag) => `page tag ${tag('one')}`);
  const toWrite = paths.writeTo('one', { product: 'two', order: 'three' });
  return [...new Set([...found, toWrite, ...tags])].sort();
}

type Schema = z.core.JSONSchema._JSONSchema;

/** A short form of a field's type: "string", "'up' | 'down'", "{ id: string, note?: string }[]". */
function typeOf(schema: Schema): string {
  if (typeof schema === 'boolean') return 'unknown';
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(field)}`,
    );
    return fields.length === 0 ? '{}' : `{ ${fields.sort().join(', ')} }`;
  }
  if (schema.items) return `(${[schema.items].flat().map(typeOf).join(', ')})[]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.map(typeOf).join(schema.allOf ? ' & ' : ' | ');
  return [schema.type ?? 'unknown'].flat().join(' | ');
}

/** The type of an action's input, and whether a form sends it. */
function inputOf(action: unknown): string {
  if (typeof action !== 'object' || action === null) throw new Error('an action is not an object');
  const isForm = 'accept' in action && action.accept === 'form';
  if (!('input' in action)) return `()${isForm ? ' as form' : ''}`;
  if (!(action.input instanceof z.ZodType)) throw new Error('an action has no readable input');
  const type = typeOf(z.toJSONSchema(action.input, { io: 'input', unrepresentable: 'any' }));
  return `(${type})${isForm ? ' as form' : ''}`;
}

/** Each action with the type of its input. */
function actions(): string[] {
  return Object.entries(server)
    .flatMap(([noun, verbs]) =>
      Object.entries<unknown>(verbs).map(([verb, action]) => `${noun}.${verb}${inputOf(action)}`),
    )
    .sort();
}

const ownFile = (name: string) => readFileSync(join(ROOT, name), 'utf8');

describe('the public contract', () => {
  it('pages and endpoints', () => matches('pages', pages()));
  it('addresses and tags of pages', () => matches('addresses', addresses()));
  it('parameters of addresses and fields of forms', () => matches('parameters', queryNames()));
  it('actions and their input', () => matches('actions', actions()));
  it('names in the browser', () => matches('browser', browserNames()));
  it('composite keys', () => matches('keys', keyShapes()));
  it('names at the payment provider', () => matches('payments', paymentNames()));
  it('routes and hooks of PocketBase', () => matches('database-routes', databaseRoutes()));
  it('stored and exported values', () => matches('words', wordLists()));
  it('settings', () => {
    const listed = [...ownFile('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name]) => `.env.example ${name}`,
    );
    // What the machine and its programs say is no setting of ours.
    const ofMachine = ['ASTRO_NODE_AUTOSTART', 'BUILD_ID', 'DEV', 'GOMEMLIMIT', 'NODE_OPTIONS', 'PATH'];
    const unlisted = settingNames().filter((name) => !listed.includes(`.env.example ${name}`));
    expect(unlisted).toEqual(ofMachine);
    return matches('settings', [...listed.sort(), ...settingNames()]);
  });
  it('npm scripts', () => {
    const { scripts } = JSON.parse(ownFile('package.json')) as { scripts: Record<string, string> };
    return matches('scripts', Object.keys(scripts).sort());
  });
});
