import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { bitsAsked, isSolution, readChallenge } from '../../domain/kernel/proof-of-work.ts';
import { memoryLimits, type RateLimits } from './rate-limits.ts';

/**
 * Work instead of a refusal, where a refusal would let strangers close somebody's last way in, or a right that the law gives.
 * A challenge is signed and not stored; each is good once, for one purpose and subject.
 */
export interface AskedWork {
  /** A challenge for the browser. @param subject whom or what it is about, such as an e-mail address as it was typed. */
  challenge(purpose: WorkPurpose, subject: string): Promise<string>;
  /** Whether this is a challenge of ours for that purpose and subject with its solution, met for the first time. */
  accepts(purpose: WorkPurpose, subject: string, work: string | null | undefined): Promise<boolean>;
}

export type WorkPurpose = 'code' | 'reset' | 'verification' | 'cancel-link' | 'withdrawal';

/** How long a challenge counts. In seconds. */
export const CHALLENGE_SECONDS = 600;
/** A challenge and its solution. */
export const WORK_MAX_LENGTH = 120;
/** A solution as a page sends it: the challenge, and the number behind a last point. */
const WORK = /^(.+)\.(\d{1,16})$/;

/** @param secret one of the installation. @param counts who counts what was accepted. @param now in ms. @param bits asked after so many solutions. */
export function openAskedWork(
  secret: string,
  counts: RateLimits = memoryLimits(),
  now: () => number = Date.now,
  bits: (solutions: number) => number = bitsAsked,
): AskedWork {
  const key = createHmac('sha256', secret).update('asked work').digest();
  const spent = counts.limiter('work-spent', { points: 1, seconds: CHALLENGE_SECONDS });
  const accepted = counts.limiter('work-accepted', { points: 1, seconds: CHALLENGE_SECONDS });
  const about = (purpose: WorkPurpose, subject: string) =>
    createHmac('sha256', key).update(`${purpose}\n${subject.trim().toLowerCase()}`).digest('base64url');
  const signed = (text: string, subject: string) =>
    `${text}.${createHmac('sha256', key).update(`${text}\n${subject}`).digest('base64url')}`;
  return {
    async challenge(purpose, subject) {
      const hashed = about(purpose, subject);
      const { points } = await accepted.add(hashed, 0);
      const id = randomBytes(16).toString('base64url');
      return signed(`${id}.${bits(points)}.${now() + CHALLENGE_SECONDS * 1000}`, hashed);
    },
    async accepts(purpose, subject, work) {
      const [, text = '', number = ''] = WORK.exec((work ?? '').slice(0, WORK_MAX_LENGTH)) ?? [];
      const challenge = readChallenge(text);
      if (!challenge || challenge.expiresAt < now() || !isSolution(challenge, Number(number))) return false;
      const hashed = about(purpose, subject);
      const expected = signed(text.slice(0, text.lastIndexOf('.')), hashed);
      if (!timingSafeEqual(Buffer.from(text), Buffer.from(expected))) return false;
      if ((await spent.take(challenge.id)) !== null) return false;
      await accepted.add(hashed, 1);
      return true;
    },
  };
}
