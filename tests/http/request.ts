import { inject } from 'vitest';
import type { DeskRole, Role } from './people.ts';

export const world = inject('world');

let addresses = 0;
/** An IP address not used in this run, so that the backend's rate limits never count two requests together. */
export function freshAddress(): string {
  addresses++;
  return `10.${process.pid % 250}.${addresses >> 8}.${addresses & 255}`;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

/** How often and how long a request is retried while the site answers 503: tests run on busy machines. */
const RETRIES = { times: 40, ms: 250 };

/** Sends a request to the site in a role. Redirects are not followed. */
export async function request(
  role: Role | DeskRole,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  const { method = 'GET', headers = {}, body } = options;
  const crossSite = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(world.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': freshAddress(),
        ...(world.cookies[role] === '' ? {} : { cookie: world.cookies[role] }),
        ...(role === 'buyer from another site' ? crossSite : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const overloaded = answer.status === 503 && answer.headers.get('retry-after') === '2';
    if (!overloaded || attempt === RETRIES.times) return answer;
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, RETRIES.ms));
  }
}

/** Calls an action as the pages' scripts do: with JSON, or with form data if the action takes a form. */
export function callAction(
  role: Role | DeskRole,
  action: string,
  input: unknown,
  { form = false, headers = {} }: { form?: boolean; headers?: Record<string, string> } = {},
): Promise<Response> {
  const body = form ? formOf(input as Record<string, string | Blob>) : JSON.stringify(input);
  const type: Record<string, string> = form ? {} : { 'content-type': 'application/json' };
  const fresh = world.fresh[role];
  const own: Record<string, string> = fresh ? { cookie: `${world.cookies[role]}; ${fresh}` } : {};
  return request(role, `/_actions/${action}`, {
    method: 'POST',
    headers: { ...type, ...own, ...headers },
    body,
  });
}

export function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
