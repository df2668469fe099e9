import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import {
  AUTHENTICATOR,
  AUTHENTICATOR_WINDOW,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
} from '../../domain/identity/second-factor.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { openSeal } from '../kernel/seal.ts';

/** Secrets and codes of authenticator apps, and recovery codes. Nothing here is stored. */

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret, in Base32, as people type it into an app. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an app reads from a QR code. @param issuer the marketplace's name. @param label whose account it is. */
export function authenticatorAddress(secret: string, issuer: string, label: string): string {
  // A colon separates the two in the address.
  const plain = (text: string) => text.replaceAll(':', ' ');
  return new TOTP({ ...AUTHENTICATOR, issuer: plain(issuer), label: plain(label), secret }).toString();
}

/**
 * The number of the 30 seconds to which a code belongs, counted since 1970; null where it is wrong, or too old. Whether it was
 * entered before is decided in the database.
 */
export function stepOfCode(secret: string, code: string, now: Instant): number | null {
  const app = new TOTP({ ...AUTHENTICATOR, secret });
  const delta = app.validate({ token: code, timestamp: now, window: AUTHENTICATOR_WINDOW });
  return delta === null ? null : app.counter({ timestamp: now }) + delta;
}

/** New recovery codes, without hyphens. */
export function newRecoveryCodes(): string[] {
  const letter = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)];
  const code = () => Array.from({ length: RECOVERY_LENGTH }, letter).join('');
  return Array.from({ length: RECOVERY_CODES }, code);
}

/** The hash by which a recovery code is stored. */
export const recoveryHash = (userId: string, code: string): string =>
  createHash('sha256').update(`recovery\n${userId}\n${code}`).digest('hex');

/** Encrypts secrets, so that a copy of the database opens no desk. */
export interface FactorSeal {
  /** @param userId whose secret it is; for another person it does not open. */
  seal(userId: string, secret: string): string;
  /** The secret; null where it was sealed with another key, or changed. */
  open(userId: string, sealed: string): string | null;
}

/** @param password that of the service account: all sites know it, and the database has only its hash. */
export function factorSeal(password: string): FactorSeal {
  const seal = openSeal(password, 'second factors');
  return {
    seal: (userId, secret) => seal.seal(userId, Buffer.from(secret)),
    open: (userId, sealed) => seal.open(userId, sealed)?.toString('utf8') ?? null,
  };
}
