import type PocketBase from 'pocketbase';
import {
  beginFactor,
  factorOfUser,
  finishFactor,
  spendRecoveryCode,
  spendStep,
} from '../../data/identity/second-factors.ts';
import type { Transaction } from '../../data/kernel/transaction.ts';
import { type FactorCode, setUpRefusal } from '../../domain/identity/second-factor.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  authenticatorAddress,
  type FactorSeal,
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  stepOfCode,
} from './authenticator.ts';

/** Setting up and entering the second factor of people with a role. */
export interface FactorParts {
  pb: PocketBase;
  seal: FactorSeal;
}

/** What somebody puts into their app: the secret by hand, or the address as a QR code. */
export interface NewFactor {
  secret: string;
  address: string;
}

/**
 * Begins the set-up of a second factor; one that was begun before is replaced.
 * @param issuer the marketplace's name. @returns the refusal as a sentence where none may be set up.
 */
export async function beginSetUp(
  { pb, seal }: FactorParts,
  person: { id: string; username: string },
  issuer: string,
  now: Instant,
): Promise<NewFactor | { refusal: string }> {
  const known = await factorOfUser(pb, person.id);
  const refusal = known === null ? 'You have no role any more.' : setUpRefusal(known, now);
  if (refusal !== null) return { refusal };
  const secret = newSecret();
  if (!(await beginFactor(pb, { userId: person.id, sealedSecret: seal.seal(person.id, secret), now })))
    return { refusal: 'You have set up your second factor already. Enter its code.' };
  return { secret, address: authenticatorAddress(secret, issuer, person.username) };
}

/**
 * Ends the set-up with the app's first code.
 * @param steps the transaction it belongs to, in the person's own name.
 * @returns the recovery codes, which are shown this once; null where the code is wrong, or nothing is being set up.
 */
export async function finishSetUp(
  { pb, seal }: FactorParts,
  steps: Transaction,
  userId: string,
  code: string,
  now: Instant,
): Promise<string[] | null> {
  const known = await factorOfUser(pb, userId);
  if (known === null || setUpRefusal(known, now) !== null) return null;
  const secret = seal.open(userId, known.sealedSecret);
  const step = secret === null ? null : stepOfCode(secret, code, now);
  if (step === null) return null;
  const codes = newRecoveryCodes();
  const codeHashes = codes.map((one) => recoveryHash(userId, one));
  const factor = { userId, sealedSecret: known.sealedSecret, step, codeHashes, now };
  return (await finishFactor(steps, factor)) ? codes : null;
}

/**
 * Checks the code of somebody's second factor and uses it up: no code is good twice, whoever typed it first.
 * @returns "unreadable" where the stored secret was encrypted with another key, as after a restore with a new service
 *   account; recovery codes work then, and a new factor can be set up.
 */
export async function enterFactor(
  { pb, seal }: FactorParts,
  userId: string,
  typed: FactorCode,
  now: Instant,
): Promise<'right' | 'wrong' | 'unreadable'> {
  if (typed.is === 'recovery')
    return (await spendRecoveryCode(pb, userId, recoveryHash(userId, typed.code))) ? 'right' : 'wrong';
  const known = await factorOfUser(pb, userId);
  if (known === null || known.setUpAt === null) return 'wrong';
  const secret = seal.open(userId, known.sealedSecret);
  if (secret === null) return 'unreadable';
  const step = stepOfCode(secret, typed.code, now);
  return step !== null && (await spendStep(pb, { userId, step, now })) ? 'right' : 'wrong';
}
