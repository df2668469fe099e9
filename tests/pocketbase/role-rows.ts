/** Rows of somebody with a role. @param add creates a row of a collection */
export async function addRoleRows(
  add: (collection: string, data: object) => Promise<string>,
  user: string,
  expiresAt: string,
): Promise<void> {
  await add('roles', { user, role: 'moderator', givenBy: 'the tests' });
  await add('desk_proofs', { user, secretHash: 'a'.repeat(64), expiresAt });
  await add('step_ups', { user, secretHash: 'b'.repeat(64), expiresAt });
  await add('second_factors', { user, sealedSecret: 'sealed', setUpAt: expiresAt });
  await add('recovery_codes', { user, codeHash: 'c'.repeat(64) });
}
