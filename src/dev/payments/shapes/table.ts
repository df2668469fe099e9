import { readFileSync } from 'node:fs';

/** The provider's API as its SDK declares it: reads `table.txt`, which `derive.ts` writes. */

/** A type of the API. `fields` of an object say which may be left out. */
export type ApiShape =
  | { kind: 'string' | 'number' | 'boolean' | 'null' | 'any' }
  | { kind: 'literal'; value: string }
  | { kind: 'one of'; options: readonly ApiShape[] }
  /** `list page` is a page of a list of the second API. */
  | { kind: 'list' | 'page' | 'list page' | 'map'; of: ApiShape }
  | { kind: 'object'; name: string };

export interface ShapeField {
  name: string;
  isOptional: boolean;
  shape: ApiShape;
}

/** What a call sends and what it is answered; null where it has no parameters. */
export interface Call {
  sends: ApiShape | null;
  answers: ApiShape;
}

interface Table {
  version: string;
  calls: Map<string, Call>;
  events: Map<string, ApiShape>;
  /** Unread lines, by the type's name. */
  types: Map<string, string>;
  words: Map<string, string>;
}

let table: Table | null = null;
const fields = new Map<string, readonly ShapeField[]>();

function readTable(): Table {
  if (table) return table;
  const read: Table = {
    version: '',
    calls: new Map(),
    events: new Map(),
    types: new Map(),
    words: new Map(),
  };
  const lines = readFileSync(new URL('table.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  table = read;
  const splitLines = lines.map((line) => line.split(' '));
  for (const [kind, name = '', ...rest] of splitLines) {
    if (kind === 'sdk') read.version = name;
    else if (kind === 'type') read.types.set(name, rest.join(' '));
    else if (kind === 'words') read.words.set(name, rest.join(' '));
  }
  for (const [kind, name = '', ...rest] of splitLines) {
    if (kind === 'event') read.events.set(name, shapeOf(rest[0] ?? ''));
    if (kind !== 'call') continue;
    const [path, sends = '-', answers = ''] = rest;
    read.calls.set(`${name} ${path}`, {
      sends: sends === '-' ? null : shapeOf(sends),
      answers: shapeOf(answers),
    });
  }
  return read;
}

/** The version of the SDK that the table was derived from. */
export function tableVersion(): string {
  return readTable().version;
}

/** All calls of the table, such as "GET /v1/charges/{id}". */
export function callNames(): string[] {
  return [...readTable().calls.keys()];
}

/** A call by its method and path, and its name in the table; null where the table has none. */
export function callOf(method: string, path: string): (Call & { name: string }) | null {
  const { calls } = readTable();
  const steps = path.split('/');
  // A word of the address, such as create_preview, goes before an id at the same place.
  const names = [...calls.keys()].filter((name) => {
    const [itsMethod, itsPath = ''] = name.split(' ');
    const itsSteps = itsPath.split('/');
    return (
      itsMethod === method &&
      itsSteps.length === steps.length &&
      itsSteps.every((step, at) => step === '{id}' || step === steps[at])
    );
  });
  const name = names.find((one) => !one.endsWith('{id}')) ?? names[0];
  const call = name === undefined ? undefined : calls.get(name);
  return name !== undefined && call ? { ...call, name } : null;
}

/** The object of an event; null where the provider has no such event. */
export function eventObject(type: string): ApiShape | null {
  return readTable().events.get(type) ?? null;
}

/** The fields of an object type. */
export function fieldsOf(name: string): readonly ShapeField[] {
  const known = fields.get(name);
  if (known) return known;
  const line = readTable().types.get(name);
  if (line === undefined) throw new Error(`table.txt has no type ${name}.`);
  const read = (line === '' ? [] : line.split(' ')).map((field): ShapeField => {
    const end = field.indexOf(':');
    const named = field.slice(0, end);
    return {
      name: named.replace(/\?$/, ''),
      isOptional: named.endsWith('?'),
      shape: shapeOf(field.slice(end + 1)),
    };
  });
  fields.set(name, read);
  return read;
}

/** The alternatives of a type; one that has none is its own. */
export function optionsOf(shape: ApiShape): readonly ApiShape[] {
  return shape.kind === 'one of' ? shape.options : [shape];
}

const PLAIN = ['string', 'number', 'boolean', 'null', 'any'] as const;

/** Reads a type as `derive.ts` writes it. */
function shapeOf(text: string): ApiShape {
  const options = split(text).map(single);
  const [only] = options;
  return options.length === 1 && only ? only : { kind: 'one of', options: options.flatMap(optionsOf) };
}

function single(text: string): ApiShape {
  const inner = text.slice(1, -1);
  if (text.startsWith('[')) return { kind: 'list', of: shapeOf(inner) };
  if (text.startsWith('<')) return { kind: 'page', of: shapeOf(inner) };
  if (text.startsWith('(')) return { kind: 'list page', of: shapeOf(inner) };
  if (text.startsWith('{')) return { kind: 'map', of: shapeOf(inner) };
  if (text.startsWith('"')) return { kind: 'literal', value: inner };
  if (text.startsWith('#')) return shapeOf(readTable().words.get(text) ?? '');
  if (text === 'other') return { kind: 'any' };
  if (/^(true|false|-?\d+)$/.test(text)) return { kind: 'literal', value: text };
  const plain = PLAIN.find((kind) => kind === text);
  return plain ? { kind: plain } : { kind: 'object', name: text };
}

/** Splits at the `|` that stand in no bracket and no quotes. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if ('[<({'.includes(sign)) depth++;
    else if (']>)}'.includes(sign)) depth--;
    else if (sign === '|' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
