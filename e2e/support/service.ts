import type PocketBase from 'pocketbase';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { settingStates } from '../../tests/dashboard-states.ts';
import type { newcomer } from './people.ts';

let client: PocketBase | null = null;

/**
 * The operator's access to the database, for data that a story needs and no page can create. One client a worker: each new
 * one signs in, and a story that waits for a row was refused after 20 sign-ins in ten seconds.
 */
export function service(): PocketBase {
  client ??= settingStates(
    serviceClient({
      url: process.env['E2E_BACKEND_URL'] ?? '',
      email: 'service@guildhall.test',
      password: process.env['E2E_SERVICE_PASSWORD'] ?? '',
    }),
  );
  return client;
}

/** Creates a user with a confirmed address. */
export async function signedUp(person: ReturnType<typeof newcomer>): Promise<typeof person & { id: string }> {
  const { username, email, password } = person;
  const { id } = await service()
    .collection('users')
    .create({ username, email, password, passwordConfirm: password, verified: true });
  return { ...person, id };
}
