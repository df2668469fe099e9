import { type ApiShape, fieldsOf, optionsOf } from './table.ts';
import { USUAL } from './usual.ts';

/** Makes the stand-in's objects equal to what the SDK's types declare. */

/** An object of the stand-in that is not what the SDK's types declare: a fault of the stand-in. */
export class WrongShape extends Error {
  override name = 'WrongShape';
}

/**
 * A value as the SDK's type declares it: fields that may be null and are missing are null, and those of `USUAL` have what they
 * usually have. @throws WrongShape where a field is missing otherwise, unknown, or has another type
 */
export function completed(shape: ApiShape, value: unknown, place: string): unknown {
  const options = optionsOf(shape);
  if (options.some((one) => fits(one, value))) return value;
  if (Array.isArray(value)) {
    const list = options.find(({ kind }) => kind === 'list');
    if (list?.kind !== 'list') throw wrong(place, shape, value);
    return value.map((one, at) => completed(list.of, one, `${place}[${at}]`));
  }
  if (typeof value !== 'object' || value === null) throw wrong(place, shape, value);
  const map = options.find(({ kind }) => kind === 'map');
  if (map?.kind === 'map')
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, completed(map.of, one, `${place}.${name}`)]),
    );
  const page = options.find(({ kind }) => kind === 'page');
  if (page?.kind === 'page') return completedPage(page.of, value, place);
  const listPage = options.find(({ kind }) => kind === 'list page');
  if (listPage?.kind === 'list page') return completedListPage(listPage.of, value, place);
  const objects = options.flatMap((one) => (one.kind === 'object' ? [one.name] : []));
  const name = objects.find((one) => isNamed(one, value)) ?? objects[0];
  if (name === undefined) throw wrong(place, shape, value);
  return completedObject(name, value, place);
}

function completedPage(of: ApiShape, value: object, place: string): unknown {
  const { object, data, has_more, url, ...more } = value as Record<string, unknown>;
  const [strange] = Object.keys(more);
  if (object !== 'list' || typeof has_more !== 'boolean' || typeof url !== 'string' || !Array.isArray(data))
    throw new WrongShape(`${place} is not a page of a list.`);
  if (strange !== undefined) throw new WrongShape(`${place}.${strange} is unknown to the SDK.`);
  return { object, data: data.map((one, at) => completed(of, one, `${place}[${at}]`)), has_more, url };
}

/** A page of the second API, which says the address of the next one. */
function completedListPage(of: ApiShape, value: object, place: string): unknown {
  const { data, next_page_url, previous_page_url } = value as Record<string, unknown>;
  if (!Array.isArray(data) || Object.keys(value).length !== 3 || next_page_url === undefined)
    throw new WrongShape(`${place} is not a page of a list.`);
  return {
    data: data.map((one, at) => completed(of, one, `${place}[${at}]`)),
    next_page_url,
    previous_page_url,
  };
}

/** Every row of the stand-in has these; not every object of the provider does. */
const OF_ALL_ROWS: readonly string[] = ['created', 'livemode'];
const USUALLY: Readonly<Record<string, object>> = { ...USUAL };

function completedObject(name: string, value: object, place: string): unknown {
  const fields = fieldsOf(name);
  const strange = Object.keys(value).find(
    (one) => !OF_ALL_ROWS.includes(one) && !fields.some((field) => field.name === one),
  );
  if (strange !== undefined) throw new WrongShape(`${place}.${strange} is unknown to the SDK's ${name}.`);
  const usual = new Map<string, unknown>(Object.entries(USUALLY[name] ?? {}));
  const given = value as Readonly<Record<string, unknown>>;
  const made: Record<string, unknown> = {};
  for (const { name: field, isOptional, shape } of fields) {
    const content = given[field] === undefined ? usual.get(field) : given[field];
    const mayBeNull = optionsOf(shape).some(({ kind }) => kind === 'null' || kind === 'any');
    // What the stand-in writes as null is left out where the provider leaves it out.
    if ((content ?? null) === null && isOptional && !mayBeNull) continue;
    if (content !== undefined) made[field] = completed(shape, content, `${place}.${field}`);
    else if (isOptional) continue;
    else if (mayBeNull) made[field] = null;
    else throw new WrongShape(`${place}.${field} is missing in the SDK's ${name}.`);
  }
  return made;
}

/** Whether an object says of itself that it has this type. */
function isNamed(name: string, value: object): boolean {
  const given = value as Readonly<Record<string, unknown>>;
  const fields = fieldsOf(name);
  const says = (field: string) => {
    const shape = fields.find((one) => one.name === field)?.shape;
    return !shape || optionsOf(shape).some((one) => fits(one, given[field]));
  };
  const isDeleted = fields.some((one) => one.name === 'deleted' && !one.isOptional);
  return says('object') && isDeleted === (given['deleted'] === true);
}

function fits(shape: ApiShape, value: unknown): boolean {
  switch (shape.kind) {
    case 'any':
      return true;
    case 'null':
      return value === null;
    case 'literal':
      return String(value) === shape.value;
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === shape.kind;
    default:
      return false;
  }
}

function wrong(place: string, shape: ApiShape, value: unknown): WrongShape {
  const kinds = optionsOf(shape).map((one) =>
    one.kind === 'literal' ? one.value : one.kind === 'object' ? one.name : one.kind,
  );
  return new WrongShape(`${place} is ${JSON.stringify(value)}, not ${kinds.join(' or ')}.`);
}
