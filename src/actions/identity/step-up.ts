import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { factorOfUser } from '../../data/identity/second-factors.ts';
import { refundNeedsStepUp, STEP_UP_TEXT } from '../../domain/identity/step-up.ts';
import { requestOwnCode, spendOwnCode } from '../../server/identity/sign-in-codes.ts';
import { isSteppedUp, stepUp } from '../../server/identity/step-up.ts';
import { badRequest, forbidden } from '../../server/kernel/refusal-error.ts';
import { WRONG_CODE, WRONG_PASSWORD } from './account-errors.ts';
import { confirmFactor, confirmPassword, countOwnTry, WRONG_FACTOR } from './own-proof.ts';
import { person } from './person.ts';

/**
 * Asks that the person has shown within the last ten minutes who they are: by signing in, or in the dialog that the account's
 * pages open on this refusal.
 * @throws RefusalError forbidden with STEP_UP_TEXT
 */
export async function requireStepUp(context: ActionAPIContext): Promise<void> {
  const { user } = person(context);
  const cookies = context.request.headers.get('cookie');
  if (await isSteppedUp(context.locals.pb, cookies, user.id, Date.now())) return;
  throw forbidden(STEP_UP_TEXT);
}

/** The same for a refund of this many cents, where that is much. */
export async function requireStepUpFor(context: ActionAPIContext, cents: number): Promise<void> {
  if (refundNeedsStepUp(cents)) await requireStepUp(context);
}

/** Showing once more who one is. */
export const stepUps = {
  /** Where a code would be mailed to, and whether the person has an authenticator app. */
  ways: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user } = person(context);
      const factor = await factorOfUser(context.locals.pb, user.id);
      return { email: user.email, hasApp: factor !== null && factor.setUpAt !== null };
    },
  }),

  /** Mails a code. `codeId` names it when it is entered. */
  mail: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user } = person(context);
      await countOwnTry(context, 'own-code', user.id);
      const codeId = await requestOwnCode(context.locals.app, user.id, 'step-up', Date.now());
      return { codeId, email: user.email };
    },
  }),

  /** Shows who the person is; for ten minutes this browser is not asked again. */
  confirm: defineAction({
    accept: 'json',
    input: z.discriminatedUnion('by', [
      z.object({
        by: z.literal('password'),
        password: z.string().min(1, 'Enter your password.').max(200, WRONG_PASSWORD),
      }),
      z.object({
        by: z.literal('mail'),
        codeId: z.string().regex(/^[a-z0-9]{15}$/),
        code: z
          .string()
          .trim()
          .regex(/^\d{4,12}$/, 'Enter the digits of the mailed code.'),
      }),
      z.object({
        by: z.literal('app'),
        code: z.string().trim().min(1, 'Enter the code that your app shows.').max(40, WRONG_FACTOR),
      }),
    ]),
    async handler(proof, context) {
      const { user } = person(context);
      const { pb } = context.locals;
      switch (proof.by) {
        case 'password':
          await confirmPassword(context, user, proof.password);
          break;
        case 'app':
          await confirmFactor(context, user.id, proof.code);
          break;
        case 'mail': {
          await countOwnTry(context, 'own-code-entry', user.id);
          const code = { id: proof.codeId, code: proof.code };
          if (!(await spendOwnCode(pb, user.id, 'step-up', code, Date.now()))) throw badRequest(WRONG_CODE);
        }
      }
      await stepUp(pb, context.cookies, user.id, Date.now());
      return { confirmed: true };
    },
  }),
};
