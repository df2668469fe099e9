import type PocketBase from 'pocketbase';
import { mailboxOf } from '../../../domain/notifications/addressed-mail.ts';
import { type ApiLimits, openApiLimits } from '../../account/api-limits.ts';
import { type CancelLinks, openCancelLinks } from '../../account/cancel-links.ts';
import { type FactorSeal, factorSeal } from '../../identity/authenticator.ts';
import { type KnownDevices, openKnownDevices } from '../../identity/known-devices.ts';
import { openSignInLimits, type SignInLimits } from '../../identity/sign-in-limits.ts';
import type { RateLimits } from '../../kernel/rate-limits.ts';
import { type ObjectionLinks, openObjectionLinks } from '../../moderation/objection-links.ts';
import type { Settings } from '../settings.ts';

/** How people sign in. */
export interface IdentityServices {
  /** Limits on sign-in attempts, codes and mails. */
  signInLimits: SignInLimits;
  /** Browsers that have signed in before. */
  knownDevices: KnownDevices;
  /** Encrypts the secrets of authenticator apps. */
  factorSeal: FactorSeal;
}

/** What people have set up for themselves and programs. */
export interface AccountServices {
  /** Limits on what programs ask through the API. */
  apiLimits: ApiLimits;
  /** Signs and reads links that cancel a subscription. */
  cancelLinks: CancelLinks;
}

/** How decisions stay open to objection. */
export interface ModerationServices {
  /** Signs and reads links by which people without an account object to a decision. */
  objectionLinks: ObjectionLinks;
}

/** Opens the limits and signed links of people. */
export function openPeople(
  pb: PocketBase,
  settings: Pick<Settings, 'limits' | 'pocketbase'>,
  rateLimits: RateLimits,
): { identity: IdentityServices; account: AccountServices; moderation: ModerationServices } {
  const { limits } = settings;
  const { password } = settings.pocketbase;
  return {
    identity: {
      signInLimits: openSignInLimits(limits, pb, rateLimits, Date.now, mailboxOf),
      knownDevices: openKnownDevices(password),
      factorSeal: factorSeal(password),
    },
    account: { apiLimits: openApiLimits(limits, rateLimits), cancelLinks: openCancelLinks(password) },
    moderation: { objectionLinks: openObjectionLinks(password) },
  };
}
