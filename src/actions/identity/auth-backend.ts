import type { ActionAPIContext } from 'astro:actions';
import type { AuthBackend } from '../../data/identity/users.ts';

/** The backend as the visitor asks it. */
export function authBackendOf({ locals }: ActionAPIContext): AuthBackend {
  const { url, secret } = locals.app.settings.pocketbase;
  return { url, secret, client: locals.client };
}
