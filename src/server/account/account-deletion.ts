import type PocketBase from 'pocketbase';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import { deleteUser } from '../../data/identity/users.ts';

/**
 * Deletes a user's account, unless they have a store. Null on success, or the refusal as a sentence.
 * @throws AccountRefused where the backend refuses
 */
export async function deleteAccount(pb: PocketBase, userId: string): Promise<string | null> {
  if (await storeOfOwner(pb, userId))
    return 'Your store must be closed before your account can be deleted. Contact support.';
  await deleteUser(pb, userId);
  return null;
}
