import { z } from 'astro/zod';
import { API_SCOPES } from '../../../domain/account/api-token.ts';
import { paths } from '../../../paths.ts';
import { keysOf } from '../../kernel/plain-input.ts';
import { REFUSAL_STATUSES, type RefusalCode } from '../../kernel/refusal-error.ts';
import { ANSWERED, TAKEN } from '../../operations/kernel/names.ts';
import { isList } from './reading.ts';
import type { ApiRoute } from './route.ts';
import { API_PARTS, RESOURCES } from './routes.ts';
import { WEBHOOK_MESSAGES } from './webhook-messages.ts';

type Json = Record<string, unknown>;

/** What failure.ts says. */
z.strictObject({
  code: keysOf(REFUSAL_STATUSES),
  message: z.string().describe('One sentence for a person.'),
  field: z.string().optional().describe('The parameter or field that is wrong.'),
}).register(ANSWERED, { id: 'Failure' });

const jsonOf = (schema: z.ZodType) => {
  const json = z.toJSONSchema(schema, { io: 'input' });
  delete json.$schema;
  return json;
};

const nameIn = (registry: typeof TAKEN, schema: z.ZodType): string => {
  const id = registry.get(schema)?.id;
  if (id === undefined) throw new Error('what a route takes and answers has a name in the description');
  return id;
};
const refTo = (kind: 'schemas' | 'headers' | 'parameters' | 'responses', id: string) => ({
  $ref: `#/components/${kind}/${id}`,
});

/**
 * The named schemas. What is answered may get more fields in the same version, so a client must not refuse those that it does
 * not know; what is taken is strict.
 */
function namedSchemas(): Record<string, Json> {
  const uri = (id: string) => `#/components/schemas/${id}`;
  const answers = z.toJSONSchema(ANSWERED, {
    // As they are sent: a codec takes moments as numbers only on our side.
    ...{ uri, io: 'input' },
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties;
    },
  });
  const taken = z.toJSONSchema(TAKEN, { uri, io: 'input' });
  const all: Record<string, Json> = { ...answers.schemas, ...taken.schemas };
  for (const schema of Object.values(all)) {
    delete schema['$schema'];
    delete schema['$id'];
  }
  return all;
}

const HEADERS = {
  ETag: {
    description:
      'Changes whenever the answer does. Send it back as If-None-Match, or as If-Match with a change.',
    schema: { type: 'string' },
  },
  Location: { description: 'The address of what was made.', schema: { type: 'string', format: 'uri' } },
  RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 1 } },
  IdempotentReplayed: {
    description:
      '“true” where the answer is the kept one of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;

const PARAMETERS = {
  IdempotencyKey: {
    ...{ name: 'Idempotency-Key', in: 'header', required: false },
    description:
      'A new key for each new request, such as a UUID. For 24 hours a request with the same key and content gets the first answer, and nothing is done twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    ...{ name: 'If-Match', in: 'header', required: false },
    description: 'The ETag that you read: 412 where what you change has changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    ...{ name: 'If-None-Match', in: 'header', required: false },
    description: 'The ETag that you have: 304 where nothing has changed.',
    schema: { type: 'string' },
  },
} as const;

/** What a refusal of each code means; the sentences of the refusals themselves say what is wrong. */
const REFUSALS: Readonly<Record<RefusalCode, string>> = {
  bad_request: 'A parameter or field is wrong or not known; `field` names it.',
  unauthorized: 'There is no valid access token.',
  forbidden: 'The token lacks the scope, or its holder has no store.',
  not_found: 'There is no such thing, or it is somebody else’s.',
  method_not_allowed: 'The address has other methods; Allow lists them.',
  too_slow: 'The request arrived too slowly.',
  conflict:
    'Its state does not allow it, or a request with the same Idempotency-Key is still being worked on.',
  precondition_failed: 'It has changed: its ETag is not the one in If-Match.',
  too_large: 'The request is too large.',
  unprocessable: 'The Idempotency-Key was sent with another request.',
  too_many_requests: 'Too many requests.',
  internal: 'Something went wrong here.',
  unavailable: 'The site is busy or restarting.',
  storage_full: 'The storage of the site is full.',
};
const WAITS: readonly RefusalCode[] = ['conflict', 'too_many_requests', 'unavailable'];

const RESPONSES = Object.fromEntries(
  (Object.keys(REFUSALS) as RefusalCode[]).map((code) => [
    code,
    {
      description: REFUSALS[code],
      ...(WAITS.includes(code) ? { headers: { 'Retry-After': refTo('headers', 'RetryAfter') } } : {}),
      content: { 'application/json': { schema: refTo('schemas', 'Failure') } },
    },
  ]),
);

const refused = (codes: readonly RefusalCode[]): Json =>
  Object.fromEntries(codes.map((code) => [REFUSAL_STATUSES[code], refTo('responses', code)]));

/** The description of the API in OpenAPI 3.1, made of the table of routes. */
export function apiDescription(siteName: string, siteUrl: string): object {
  const at: Record<string, Json> = {};
  for (const { name, routes } of API_PARTS)
    for (const route of routes)
      at[route.path] = { ...at[route.path], [route.method.toLowerCase()]: operationOf(route, name) };
  const scopes = Object.entries(API_SCOPES).map(([scope, { text }]) => `\`${scope}\`: ${text}`);
  return {
    openapi: '3.1.0',
    info: {
      title: siteName,
      version: '1',
      description:
        'Lists go on behind `next`. Answers carry an ETag; send it back as If-None-Match for 304. A refusal is a code for programs and a sentence for people; 429 and 503 say in Retry-After when to try again. Answers may get more fields: ignore those that you do not know.',
    },
    servers: [{ url: siteUrl + paths.api('') }],
    tags: API_PARTS.map(({ name, about }) => ({ name, description: about })),
    paths: { ...at, ...uploadPaths(siteUrl) },
    webhooks: Object.fromEntries(
      WEBHOOK_MESSAGES.map(({ event, summary, body }) => [event, { post: messageOf(summary, body) }]),
    ),
    components: {
      schemas: namedSchemas(),
      ...{ headers: HEADERS, parameters: PARAMETERS, responses: RESPONSES },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `An access token, made on ${siteUrl}${paths.accessTokens()}. Its scopes: ${scopes.join('; ')}.`,
        },
      },
    },
  };
}

/** Where the bytes of files come in. It speaks tus 1.0, whose headers and statuses are those of https://tus.io. */
function uploadPaths(siteUrl: string): Record<string, object> {
  const operation = (operationId: string, summary: string, status: number) => ({
    ...{ operationId, tags: ['Files'], summary: `${summary} Speaks tus 1.0.` },
    ...{ security: [{ token: ['products.write'] }], description: 'Scope: products.write.' },
    responses: {
      [status]: { description: 'The answer of tus, in its headers.' },
      default: {
        description: 'A refusal, with a status of tus.',
        content: { 'application/json': { schema: refTo('schemas', 'Failure') } },
      },
    },
  });
  const servers = [{ url: siteUrl }];
  const parameters = [{ name: 'upload', in: 'path', required: true, schema: { type: 'string' } }];
  return {
    [paths.uploads()]: { servers, post: operation('beginUpload', 'Begins an upload.', 201) },
    [`${paths.uploads()}/{upload}`]: {
      ...{ servers, parameters },
      head: operation('findUploadOffset', 'Says how many bytes have arrived.', 200),
      patch: operation('sendUploadPiece', 'Sends a piece of at most 16 MB.', 204),
      delete: operation('endUpload', 'Ends an upload and forgets its bytes.', 204),
    },
  };
}

function parametersOf({ path, query, method, answer, matches }: ApiRoute): Json[] {
  const json = jsonOf(query) as { properties?: Record<string, Json>; required?: string[] };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string', pattern: '^[a-z0-9-]{1,60}$' },
  }));
  const inQuery = Object.entries(json.properties ?? {}).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: json.required?.includes(name) ?? false },
    ...(description === undefined ? {} : { description }),
    schema,
    ...(isList(query.shape[name] as z.ZodType) ? { style: 'form', explode: true } : {}),
  }));
  const headers = [
    ...(method === 'GET' && answer !== 'file' ? ['IfNoneMatch'] : []),
    ...(method === 'GET' ? [] : ['IdempotencyKey']),
    ...(matches === true ? ['IfMatch'] : []),
  ];
  return [...inPath, ...inQuery, ...headers.map((name) => refTo('parameters', name))];
}

/** The codes with which a route may refuse. */
function refusalsOf({ path, scope, method, body, matches }: ApiRoute): RefusalCode[] {
  const isChange = method !== 'GET';
  return [
    'bad_request',
    ...(scope === null ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(scope === null && !path.includes('{') ? [] : (['not_found'] as const)),
    ...(isChange ? (['conflict', 'precondition_failed', 'unprocessable'] as const) : []),
    ...(body === null ? [] : (['too_slow', 'too_large'] as const)),
    ...(matches === true && !isChange ? (['precondition_failed'] as const) : []),
    ...(['too_many_requests', 'internal', 'unavailable'] as const),
  ];
}

function operationOf(route: ApiRoute, tag: string): object {
  const { method, path, summary, scope, answer, body } = route;
  const isChange = method !== 'GET';
  const isState = answer !== 'file' && (!isChange || (method !== 'DELETE' && RESOURCES.has(answer)));
  const headers = {
    ...(isState || answer === 'file' ? { ETag: refTo('headers', 'ETag') } : {}),
    ...(route.madeAt ? { Location: refTo('headers', 'Location') } : {}),
    ...(isChange ? { 'Idempotent-Replayed': refTo('headers', 'IdempotentReplayed') } : {}),
  };
  const content =
    answer === 'file'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: refTo('schemas', nameIn(ANSWERED, answer)) } };
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[{}]/g, '').replaceAll(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary,
    ...(scope === null
      ? { security: [] }
      : { security: [{ token: [scope] }], description: `Scope: ${scope}.` }),
    parameters: parametersOf(route),
    ...(body ? { requestBody: bodyOf(body) } : {}),
    responses: {
      [route.madeAt ? 201 : 200]: {
        description: route.madeAt ? 'It was made.' : 'The answer.',
        headers,
        content,
      },
      ...(isState && !isChange ? { 304: { description: 'Nothing has changed.' } } : {}),
      ...refused(refusalsOf(route)),
    },
  };
}

/** A message to a seller's address, which answers it. */
const messageOf = (summary: string, body: z.ZodType) => ({
  ...{ summary, security: [] },
  requestBody: { required: true, content: { 'application/json': { schema: jsonOf(body) } } },
  responses: { '2XX': { description: 'It was received.' } },
});

const bodyOf = (body: z.ZodObject | 'picture') => ({
  required: true,
  content:
    body === 'picture'
      ? { 'image/*': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: refTo('schemas', nameIn(TAKEN, body)) } },
});
