import type { ActionAPIContext } from 'astro:actions';
import { deskAccess } from '../../data/identity/roles.ts';
import type { Actor } from '../../data/kernel/actor.ts';
import {
  type Deed,
  deedNeedsFactor,
  deskRefusal,
  NO_ROLE_TEXT,
  SECOND_FACTOR_TEXT,
} from '../../domain/identity/role.ts';
import { proofHash } from '../../server/identity/second-factor.ts';
import { forbidden, notFound } from '../../server/kernel/refusal-error.ts';
import { person } from './person.ts';

/** Somebody at the operator desk; as an actor they go into `actingAs` and `deskTransaction`. */
export type DeskPerson = Actor;

/**
 * Who calls an action of the operator desk, if their role allows the deed. The role is asked each time, so one that was taken
 * away ends at once. To read the desk and to change anything the second factor must have been entered in this session.
 * @throws RefusalError unauthorized where nobody is signed in; not_found without a role, as for an address that does not
 *   exist; forbidden where the role does not allow it, or with SECOND_FACTOR_TEXT, on which the desk asks for the code.
 */
export async function requireDesk(context: ActionAPIContext, deed: Deed): Promise<DeskPerson> {
  const { user } = person(context);
  const { role, isConfirmed } = await deskAccess(context.locals.pb, {
    userId: user.id,
    secretHash: proofHash(context.request.headers.get('cookie')),
    now: Date.now(),
  });
  if (role === null) throw notFound(NO_ROLE_TEXT);
  const refusal = deskRefusal(role, deed);
  if (refusal !== null) throw forbidden(refusal);
  if (deedNeedsFactor(deed) && !isConfirmed) throw forbidden(SECOND_FACTOR_TEXT);
  return { id: user.id, name: user.username, role };
}
