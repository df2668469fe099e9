import { type FormFields, type FormValue, formOf } from '../api/form.ts';
import { Problem } from '../api/problem.ts';
import { type ApiShape, fieldsOf, optionsOf } from './table.ts';

/**
 * Refuses what the provider would refuse: parameters that it does not know, required ones that are missing, words that are not
 * in its lists. @throws Problem naming the first such parameter
 */
export function checkSent(sends: ApiShape | null, form: FormFields): void {
  if (sends === null) {
    const [first] = Object.keys(form);
    if (first !== undefined) throw unknown(first);
    return;
  }
  const problem = problemOf(sends, form, '');
  if (problem) throw problem;
}

function unknown(param: string): Problem {
  return new Problem(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

/** What is wrong with a value, or null. Values of forms are texts, lists, or nested forms. */
function problemOf(shape: ApiShape, value: FormValue, param: string): Problem | null {
  const options = optionsOf(shape);
  if (options.some(({ kind }) => kind === 'any')) return null;
  if (typeof value === 'string') {
    if (options.some((one) => fitsText(one, value))) return null;
    return new Problem(400, wordsAgainst(options, value, param), { param });
  }
  let first: Problem | null = null;
  for (const one of options) {
    const problem = nestedProblem(one, value, param);
    if (problem === null) return null;
    // An object that names its fields says more than a text that is none.
    if (first === null || one.kind === 'object') first = problem;
  }
  return first;
}

function nestedProblem(shape: ApiShape, value: FormValue, param: string): Problem | null {
  if (shape.kind === 'list' && Array.isArray(value)) return firstOf(value.entries(), () => shape.of, param);
  if (shape.kind === 'map' && !Array.isArray(value))
    return firstOf(Object.entries(formOf(value)), () => shape.of, param);
  if (shape.kind !== 'object' || Array.isArray(value)) return new Problem(400, `Invalid ${param}`, { param });
  const fields = fieldsOf(shape.name);
  const form = formOf(value);
  const strange = Object.keys(form).find((name) => !fields.some((field) => field.name === name));
  if (strange !== undefined) return unknown(within(param, strange));
  const missing = fields.find(({ name, isOptional }) => !isOptional && form[name] === undefined);
  if (missing) {
    const name = within(param, missing.name);
    return new Problem(400, `Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  }
  const shapes = new Map(fields.map((field) => [field.name, field.shape]));
  return firstOf(Object.entries(form), (name) => shapes.get(String(name)) ?? { kind: 'any' }, param);
}

function firstOf(
  entries: Iterable<[string | number, FormValue]>,
  shapeOf: (name: string | number) => ApiShape,
  param: string,
): Problem | null {
  for (const [name, value] of entries) {
    const problem = problemOf(shapeOf(name), value, within(param, String(name)));
    if (problem) return problem;
  }
  return null;
}

function within(param: string, name: string): string {
  return param === '' ? name : `${param}[${name}]`;
}

function fitsText(shape: ApiShape, text: string): boolean {
  switch (shape.kind) {
    case 'string':
      return true;
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text);
    case 'boolean':
      return text === 'true' || text === 'false';
    case 'null':
      return text === '';
    case 'literal':
      return shape.value === text;
    default:
      return false;
  }
}

function wordsAgainst(options: readonly ApiShape[], value: string, param: string): string {
  const words = options.flatMap((one) => (one.kind === 'literal' ? [one.value] : []));
  if (words.length > 0) return `Invalid ${param}: must be one of ${words.join(', ')}`;
  if (options.some(({ kind }) => kind === 'number')) return `Invalid integer: ${value}`;
  if (options.some(({ kind }) => kind === 'boolean')) return `Invalid boolean: ${value}`;
  return `Invalid ${param}`;
}
