import type PocketBase from 'pocketbase';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { newcomer } from './people.ts';

/** The operator's access to the database, for data that a story needs and no page can create. */
export function service(): PocketBase {
  return serviceClient({
    url: process.env['E2E_BACKEND_URL'] ?? '',
    email: 'service@guildhall.test',
    password: process.env['E2E_SERVICE_PASSWORD'] ?? '',
  });
}

/** Creates a user with a confirmed address. */
export async function signedUp(person: ReturnType<typeof newcomer>): Promise<typeof person & { id: string }> {
  const { username, email, password } = person;
  const { id } = await service()
    .collection('users')
    .create({ username, email, password, passwordConfirm: password, verified: true });
  return { ...person, id };
}
