import { z } from 'astro/zod';
import { API_SCOPES } from '../../../domain/account/api-token.ts';
import { paths } from '../../../paths.ts';
import type { ApiRoute } from './route.ts';
import { API_ROUTES } from './routes.ts';
import { failure } from './shapes.ts';
import { WEBHOOK_MESSAGES } from './webhook-messages.ts';

const jsonOf = (schema: z.ZodType, io: 'input' | 'output' = 'input') => {
  const json = z.toJSONSchema(schema, { io });
  delete json.$schema;
  return json;
};

/** The description of the API in OpenAPI 3.1, made of the table of routes. */
export function apiDescription(siteName: string, siteUrl: string): object {
  const at: Record<string, Record<string, object>> = {};
  for (const route of API_ROUTES) {
    at[route.path] ??= {};
    Object.assign(at[route.path] as object, { [route.method.toLowerCase()]: operationOf(route) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: siteName,
      version: '1',
      description:
        'Lists go on behind `next`. Answers carry an ETag; send it back as If-None-Match for 304. A refusal is a code for programs and a sentence for people; 429 and 503 say in Retry-After when to try again.',
    },
    servers: [{ url: siteUrl + paths.api('') }],
    paths: { ...at, ...uploadPaths(siteUrl) },
    webhooks: Object.fromEntries(
      WEBHOOK_MESSAGES.map(({ event, summary, body }) => [event, { post: messageOf(summary, body) }]),
    ),
    components: {
      schemas: { Failure: jsonOf(failure) },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `An access token, made on ${siteUrl}${paths.accessTokens()}. Its scopes: ${Object.entries(
            API_SCOPES,
          )
            .map(([scope, { text }]) => `\`${scope}\`: ${text}`)
            .join('; ')}.`,
        },
      },
    },
  };
}

const REFUSED = {
  description: 'A refusal.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

/** Where the bytes of files come in. It speaks tus 1.0, whose headers and statuses are those of https://tus.io. */
function uploadPaths(siteUrl: string): Record<string, object> {
  const operation = (operationId: string, summary: string, status: number) => ({
    ...{ operationId, summary: `${summary} Speaks tus 1.0.` },
    ...{ security: [{ token: [] }], description: 'Scope: products.write.' },
    responses: { [status]: { description: 'The answer of tus, in its headers.' }, default: REFUSED },
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

function operationOf(route: ApiRoute): object {
  const query = jsonOf(route.query) as { properties?: Record<string, object>; required?: string[] };
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }));
  const content =
    route.answer === 'file'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: jsonOf(route.answer) } };
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[{}]/g, '').replaceAll(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: route.summary,
    ...(route.scope === null
      ? { security: [] }
      : { security: [{ token: [] }], description: `Scope: ${route.scope}.` }),
    parameters: [...inPath, ...inQuery],
    ...(route.body ? { requestBody: bodyOf(route.body) } : {}),
    responses: {
      200: { description: 'The answer.', content },
      default: REFUSED,
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
      : { 'application/json': { schema: jsonOf(body) } },
});
