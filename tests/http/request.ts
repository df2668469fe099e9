import { inject } from 'vitest';
import type { Role } from './people.ts';

export const world = inject('world');

let addresses = 0;
/** An address no request of this run came from yet, so that the backend's own limits never count two together. */
export function freshAddress(): string {
  addresses++;
  return `10.${process.pid % 250}.${addresses >> 8}.${addresses & 255}`;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

/** How long somebody comes back to a hall that is crowded just now: tests run on busy machines. */
const RETRIES = { times: 40, ms: 250 };

/** Asks the site for a path as somebody. Redirects are answers. */
export async function request(role: Role, path: string, asked: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body } = asked;
  const stranger = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  for (let time = 1; ; time++) {
    const answer = await fetch(world.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': freshAddress(),
        ...(world.cookies[role] === '' ? {} : { cookie: world.cookies[role] }),
        ...(role === 'buyer from another site' ? stranger : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const crowded = answer.status === 503 && answer.headers.get('retry-after') === '2';
    if (!crowded || time === RETRIES.times) return answer;
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, RETRIES.ms));
  }
}

/** Calls an action as a script of our pages does: with JSON, or with a form where it takes one. */
export function callAction(
  role: Role,
  action: string,
  input: unknown,
  { form = false, headers = {} }: { form?: boolean; headers?: Record<string, string> } = {},
): Promise<Response> {
  const body = form ? formOf(input as Record<string, string | Blob>) : JSON.stringify(input);
  const type: Record<string, string> = form ? {} : { 'content-type': 'application/json' };
  return request(role, `/_actions/${action}`, { method: 'POST', headers: { ...type, ...headers }, body });
}

export function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
