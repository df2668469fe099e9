import type { RecordedCall } from '../payments/shapes/recording.ts';
import { callOf } from '../payments/shapes/table.ts';

/** Compares the shapes of two recordings of the same flows: the stand-in's and the real provider's. */

/** A field whose shape differs. */
export interface Difference {
  /** Such as "GET /v1/charges/{id}". */
  call: string;
  /** Such as "data[].payment_method_details.card". */
  field: string;
  standIn: string;
  real: string;
}

/** The objects seen at one place of an answer, and their fields. */
interface Place {
  objects: number;
  fields: Map<string, { seen: number; types: Set<string> }>;
}
type Places = Map<string, Place>;

/** Texts of the marketplace's own, by names it chose. */
const FREE = ['metadata'];

export function differences(standIn: readonly RecordedCall[], real: readonly RecordedCall[]): Difference[] {
  const [ours, theirs] = [placesByCall(standIn), placesByCall(real)];
  return [...ours].flatMap(([call, places]) => differencesOf(call, places, theirs.get(call) ?? new Map()));
}

function placesByCall(calls: readonly RecordedCall[]): Map<string, Places> {
  const found = new Map<string, Places>();
  for (const { method, path, status, answer } of calls) {
    // What was refused says nothing about shapes.
    if (status !== 200) continue;
    const name = callOf(method, path)?.name ?? `${method} ${withoutIds(path)}`;
    const places = found.get(name) ?? new Map<string, Place>();
    found.set(name, places);
    note(places, '', answer);
  }
  return found;
}

/** Ids have digits or capitals behind their prefix, names of collections have neither. */
const withoutIds = (path: string): string => path.replaceAll(/\/[a-z]+_\w*[A-Z0-9]\w*/g, '/{id}');

function note(places: Places, at: string, value: unknown): void {
  if (Array.isArray(value)) for (const one of value) note(places, `${at}[]`, one);
  if (typeOf(value) !== 'object') return;
  const place = places.get(at) ?? { objects: 0, fields: new Map() };
  places.set(at, place);
  place.objects++;
  for (const [name, content] of Object.entries(value as object)) {
    const field = place.fields.get(name) ?? { seen: 0, types: new Set<string>() };
    place.fields.set(name, field);
    field.seen++;
    if (content !== null) field.types.add(typeOf(content));
    if (!FREE.includes(name)) note(places, at === '' ? name : `${at}.${name}`, content);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function differencesOf(call: string, ours: Places, theirs: Places): Difference[] {
  return [...ours].flatMap(([at, mine]) => {
    const other = theirs.get(at);
    if (!other) return [];
    const names = [...new Set([...mine.fields.keys(), ...other.fields.keys()])].sort();
    return names.flatMap((name): Difference[] => {
      const [standIn, real] = [shown(mine, name), shown(other, name)];
      if (standIn === null || real === null || agree(standIn, real)) return [];
      return [{ call, field: at === '' ? name : `${at}.${name}`, standIn, real }];
    });
  });
}

/** The types of a field at a place; null where nothing can be said, because it was null or only sometimes there. */
function shown({ objects, fields }: Place, name: string): string | null {
  const field = fields.get(name);
  if (!field) return MISSING;
  if (field.types.size === 0 || field.seen < objects) return null;
  return [...field.types].sort().join(' or ');
}

const MISSING = 'not there';

function agree(one: string, other: string): boolean {
  return one.split(' or ').some((type) => other.split(' or ').includes(type));
}
