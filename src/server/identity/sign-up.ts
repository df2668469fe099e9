import {
  AccountRefused,
  type AuthBackend,
  requestPasswordReset,
  requestVerification,
  signUp,
} from '../../data/identity/users.ts';

/** Why no account was created: the error of the backend, and whether it is the user name that is taken. */
export interface SignUpRefusal {
  reason: unknown;
  isNameTaken: boolean;
}

/**
 * Creates an account and mails the confirmation. The owner of a taken address gets the mail to set a new password instead;
 * the answer is the same, so that sign-up does not reveal who has an account.
 */
export async function createAccount(
  backend: AuthBackend,
  account: { username: string; email: string; password: string },
): Promise<SignUpRefusal | null> {
  try {
    await signUp(backend, account);
    await requestVerification(backend, account.email);
    return null;
  } catch (reason) {
    const isNameTaken = isTaken(reason, 'username');
    if (isNameTaken || !isTaken(reason, 'email')) return { reason, isNameTaken };
  }
  await requestPasswordReset(backend, account.email);
  return null;
}

const isTaken = (reason: unknown, field: 'username' | 'email') =>
  reason instanceof AccountRefused && reason.fields[field]?.code === 'validation_not_unique';
