import type PocketBase from 'pocketbase';

/** The mails that PocketBase sends by itself: about codes, passwords and addresses. */

/** The name under which it sends them now. */
export async function backendMailName(pb: PocketBase): Promise<string> {
  const { meta } = await pb.settings.getAll({ fields: 'meta' });
  return String(meta?.appName ?? '');
}

/**
 * Gives them another name and the templates with it. The name is written last: where this ends early, it is done again.
 * @param templates fields of the collection of users
 */
export async function nameBackendMails(pb: PocketBase, name: string, templates: object): Promise<void> {
  await pb.collections.update('users', templates);
  await pb.settings.update({ meta: { appName: name, senderName: name } });
}
