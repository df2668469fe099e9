import { type ActionAPIContext, ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { deskAccess } from '../../data/identity/roles.ts';
import type { Actor } from '../../data/kernel/actor.ts';
import {
  type Deed,
  deedChanges,
  deskRefusal,
  NO_ROLE_TEXT,
  SECOND_FACTOR_TEXT,
} from '../../domain/identity/role.ts';
import { confirmSession, proofHash } from '../../server/identity/second-factor.ts';
import { requestDeskCode, spendDeskCode } from '../../server/identity/sign-in-codes.ts';
import type { Way } from '../../server/identity/sign-in-limits.ts';
import { tooManyTries, WRONG_CODE } from './account-errors.ts';
import { person } from './person.ts';

/** Somebody at the operator desk; as an actor they go into `actingAs` and `deskTransaction`. */
export type DeskPerson = Actor;

/**
 * Who calls an action of the operator desk, if their role allows the deed. The role is asked each time, so one that was taken
 * away ends at once. A deed that changes something needs the second factor in this session besides.
 * @throws ActionError UNAUTHORIZED where nobody is signed in; NOT_FOUND without a role, as for an address that does not
 *   exist; FORBIDDEN where the role does not allow it, or with SECOND_FACTOR_TEXT, on which the desk asks for the code.
 */
export async function requireDesk(context: ActionAPIContext, deed: Deed): Promise<DeskPerson> {
  const { user } = person(context);
  const { role, isConfirmed } = await deskAccess(context.locals.pb, {
    userId: user.id,
    secretHash: proofHash(context.request.headers.get('cookie')),
    now: Date.now(),
  });
  if (role === null) throw new ActionError({ code: 'NOT_FOUND', message: NO_ROLE_TEXT });
  const refusal = deskRefusal(role, deed);
  if (refusal !== null) throw new ActionError({ code: 'FORBIDDEN', message: refusal });
  if (deedChanges(deed) && !isConfirmed)
    throw new ActionError({ code: 'FORBIDDEN', message: SECOND_FACTOR_TEXT });
  return { id: user.id, name: user.username, role };
}

async function countTry(context: ActionAPIContext, way: Way, userId: string): Promise<void> {
  const { client, app } = context.locals;
  const wait = await app.signInLimits.minutesToWait(way, { account: userId, client, device: userId });
  if (wait !== null) throw tooManyTries(wait);
}

/** The second factor of people with a role. */
export const deskCodes = {
  /** Mails a code to whoever works at the desk. `codeId` names it when it is entered. */
  request: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { id } = await requireDesk(context, 'code.request');
      await countTry(context, 'desk-code', id);
      const email = person(context).user.email;
      return { codeId: await requestDeskCode(context.locals.app, id, Date.now()), email };
    },
  }),

  /** Confirms this session with a mailed code. */
  confirm: defineAction({
    accept: 'json',
    input: z.object({
      codeId: z.string().regex(/^[a-z0-9]{15}$/),
      code: z
        .string()
        .trim()
        .regex(/^\d{4,12}$/, 'Enter the digits of the code.'),
    }),
    async handler(input, context) {
      const { id } = await requireDesk(context, 'code.request');
      await countTry(context, 'desk-code-entry', id);
      const { pb } = context.locals;
      const isRight = await spendDeskCode(pb, id, { id: input.codeId, code: input.code }, Date.now());
      if (!isRight) throw new ActionError({ code: 'BAD_REQUEST', message: WRONG_CODE });
      await confirmSession(pb, context.cookies, id, Date.now());
      return { confirmed: true };
    },
  }),
};
