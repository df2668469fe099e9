import type { RecordedCall } from './recording.ts';

/** Compares a recording with an OpenAPI document of the provider, of which only what is needed here is read. */

interface Schema {
  $ref?: string;
  type?: string;
  enum?: readonly unknown[];
  nullable?: boolean;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
}
type Content = Readonly<Record<string, { schema?: Schema }>>;
interface Operation {
  parameters?: readonly { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Content };
  responses?: Readonly<Record<string, { content?: Content }>>;
}
export interface OpenApi {
  paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components?: { schemas?: Readonly<Record<string, Schema>> };
}

export interface SpecReport {
  /** Calls that were compared. */
  compared: number;
  /** Calls whose address the document does not have. */
  unknown: string[];
  /** One sentence for each kind of difference. */
  differences: string[];
}

/** Compares parameters and successful answers with the document. */
export function compareWithSpec(spec: OpenApi, calls: readonly RecordedCall[]): SpecReport {
  const unknown = new Set<string>();
  const differences = new Set<string>();
  let compared = 0;
  for (const call of calls) {
    // What the provider refuses says nothing about its shapes.
    if (call.status !== 200) continue;
    const found = operationOf(spec, call);
    if (!found) {
      unknown.add(`${call.method} ${call.path.replace(/[a-z]+_[A-Za-z0-9]+/g, '{id}')}`);
      continue;
    }
    compared++;
    const { operation, name } = found;
    for (const one of sentDifferences(spec, operation, call)) differences.add(`${name} ${one}`);
    const answer = operation.responses?.['200']?.content?.['application/json']?.schema;
    if (answer)
      for (const one of against(spec, answer, call.answer, 'answers', false))
        differences.add(`${name} ${one}`);
  }
  return { compared, unknown: [...unknown].sort(), differences: [...differences].sort() };
}

function operationOf(
  spec: OpenApi,
  { method, path }: RecordedCall,
): { operation: Operation; name: string } | null {
  const steps = path.split('/');
  const found = Object.entries(spec.paths ?? {}).flatMap(([pattern, operations]) => {
    const parts = pattern.split('/');
    const operation = operations[method.toLowerCase()];
    const fits =
      parts.length === steps.length && parts.every((part, at) => part.startsWith('{') || part === steps[at]);
    return operation && fits
      ? [{ operation, name: `${method} ${pattern}`, ids: pattern.split('{').length }]
      : [];
  });
  return found.sort((a, b) => a.ids - b.ids)[0] ?? null;
}

function sentDifferences(spec: OpenApi, operation: Operation, { method, sent }: RecordedCall): string[] {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  if (method !== 'GET' && body) return against(spec, body, sent, 'is sent', true);
  const inQuery = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const schema: Schema = {
    type: 'object',
    properties: Object.fromEntries(inQuery.map((one) => [one.name, one.schema ?? {}])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  return against(spec, schema, sent, 'is sent', true);
}

/** @param isForm whether numbers and booleans are texts, as in a form */
function against(spec: OpenApi, schema: Schema, value: unknown, place: string, isForm: boolean): string[] {
  if (schema.$ref !== undefined) {
    const named = spec.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
    return named ? against(spec, named, value, place, isForm) : [];
  }
  if (value === null || (isForm && value === ''))
    return schema.nullable === true || isForm || schema.anyOf ? [] : [`${place}: null`];
  if (schema.anyOf) {
    const all = schema.anyOf.map((one) => against(spec, one, value, place, isForm));
    // The nearest alternative says what is wrong.
    return all.sort((a, b) => a.length - b.length)[0] ?? [];
  }
  if (schema.enum && !schema.enum.some((one) => String(one) === String(value)))
    return [`${place}: ${JSON.stringify(value)} is none of its words`];
  if (Array.isArray(value))
    return schema.type === 'array' || schema.type === undefined
      ? value.flatMap((one) => against(spec, schema.items ?? {}, one, `${place}[]`, isForm))
      : [`${place}: a list`];
  if (typeof value === 'object')
    return againstObject(spec, schema, value as Record<string, unknown>, place, isForm);
  return fitsType(schema.type, value, isForm) ? [] : [`${place}: ${typeof value}, not ${schema.type}`];
}

function againstObject(
  spec: OpenApi,
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  place: string,
  isForm: boolean,
): string[] {
  if (schema.type !== undefined && schema.type !== 'object') return [`${place}: an object`];
  const { properties = {}, additionalProperties: free } = schema;
  const missing = (schema.required ?? []).filter((name) => value[name] === undefined);
  const isOpen =
    free === true ||
    (typeof free === 'object' && schema.properties === undefined) ||
    schema.properties === undefined;
  return [
    ...missing.map((name) => `${place}.${name}: missing`),
    ...Object.entries(value).flatMap(([name, content]) => {
      const field = properties[name] ?? (typeof free === 'object' ? free : undefined);
      if (field) return against(spec, field, content, `${place}.${name}`, isForm);
      return isOpen || content === undefined ? [] : [`${place}.${name}: unknown`];
    }),
  ];
}

function fitsType(type: string | undefined, value: unknown, isForm: boolean): boolean {
  if (type === undefined || type === 'string') return type === undefined || typeof value === 'string';
  if (type === 'integer' || type === 'number')
    return isForm ? /^-?\d+(\.\d+)?$/.test(String(value)) : typeof value === 'number';
  if (type === 'boolean') return isForm ? value === 'true' || value === 'false' : typeof value === 'boolean';
  return false;
}
