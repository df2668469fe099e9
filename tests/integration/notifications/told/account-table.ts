import type { AccountMail } from '../../../../src/domain/moderation/mail-policies.ts';

/** What PocketBase mails about an account: to which address of it, and where it leads. None of it can be switched off. */
export const ACCOUNT: Record<AccountMail, readonly [to: 'own' | 'new', paths: string]> = {
  verification: ['own', '/verify-email?token=:token'],
  'password-reset': ['own', '/reset-password?token=:token'],
  'new-address': ['new', '/confirm-email?token=:token'],
  code: ['own', ''],
  'sign-in-alert': ['own', '/reset-password'],
};
