import type { z } from 'astro/zod';
import { badRequest, RefusalError } from '../../kernel/refusal-error.ts';

/** Reads what a program sent. A refusal names the parameter or field and says in one sentence what is taken there. */

type Issue = z.core.$ZodRawIssue;

/** The sentence for what a schema refuses, where the schema has none of its own. */
function sentenceOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'This name is not known here.';
    case 'invalid_value':
      return issue.values.length > 40
        ? 'This value is not in the list.'
        : `Use ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`;
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing.';
      return TYPES[String(issue.expected)] ?? 'This is not valid.';
    case 'too_small':
      if (issue.origin === 'string') return `Use at least ${issue.minimum} characters.`;
      if (issue.origin === 'array') return `Send at least ${issue.minimum}.`;
      return `Use at least ${issue.minimum}.`;
    case 'too_big':
      if (issue.origin === 'string') return `Use at most ${issue.maximum} characters.`;
      if (issue.origin === 'array') return `Send at most ${issue.maximum}.`;
      return `Use at most ${issue.maximum}.`;
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'Use a moment such as 2026-11-23T03:04:05Z.'
        : 'This is not written as it should be.';
    default:
      return undefined;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'Send a text.',
  number: 'Send a number.',
  int: 'Send a whole number.',
  boolean: 'Send true or false.',
  array: 'Send a list.',
  object: 'Send an object of fields.',
};

/** @throws RefusalError with the name of the parameter or field that is wrong, or that is not known */
function readBy(schema: z.ZodObject, value: unknown): object {
  const read = schema.safeParse(value, { error: sentenceOf });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const unknownName = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  // A place in a list says nothing in an address.
  const field = [...(issue?.path ?? []), ...unknownName].map(String).join('.').slice(0, 200);
  const message = issue?.message ?? 'This is not valid.';
  throw field === ''
    ? badRequest(message)
    : new RefusalError('bad_request', `${field}: ${message}`, { field });
}

/** Whether a parameter may be given several times. */
export function isList(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  if (def.type === 'array') return true;
  return 'innerType' in def && isList(def.innerType as z.core.$ZodType);
}

/** The parameters of an address. @throws RefusalError for one that is not known, is wrong, or is given twice where one counts */
export function queryOf(schema: z.ZodObject, search: URLSearchParams): object {
  const given: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    const known = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (known === undefined)
      throw new RefusalError('bad_request', `${name}: There is no such parameter here.`.slice(0, 200), {
        field: name.slice(0, 200),
      });
    if (isList(known)) given[name] = values;
    else if (values.length === 1) given[name] = values[0] ?? '';
    else throw new RefusalError('bad_request', `${name}: Give it once.`, { field: name });
  }
  try {
    return readBy(schema, { ...given });
  } catch (reason) {
    if (!(reason instanceof RefusalError) || reason.field === null) throw reason;
    // "scale.0" is the parameter "scale".
    const field = reason.field.replace(/\.\d+$/, '');
    throw new RefusalError('bad_request', reason.message.replace(`${reason.field}:`, `${field}:`), { field });
  }
}

/** @throws RefusalError with the name of the field that is wrong */
export function bodyOf(schema: z.ZodObject, text: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw badRequest('Send the fields as JSON.');
  }
  return readBy(schema, parsed);
}
