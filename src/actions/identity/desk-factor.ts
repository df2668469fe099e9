import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { deskAccess, deskTransaction, withDeed } from '../../data/identity/roles.ts';
import { factorOfUser, withFactorRemoved } from '../../data/identity/second-factors.ts';
import { withMail } from '../../data/notifications/mails.ts';
import { setUpRefusal } from '../../domain/identity/second-factor.ts';
import { beginSetUp, finishSetUp } from '../../server/identity/factor-entry.ts';
import { confirmSession, proofHash } from '../../server/identity/second-factor.ts';
import { requestOwnCode, spendOwnCode } from '../../server/identity/sign-in-codes.ts';
import { badRequest, conflict } from '../../server/kernel/refusal-error.ts';
import { factorMail } from '../../server/notifications/access-mails.ts';
import { WRONG_CODE } from './account-errors.ts';
import { requireDesk } from './desk.ts';
import { confirmFactor, countOwnTry, WRONG_FACTOR } from './own-proof.ts';
import { person } from './person.ts';
import { requireStepUp } from './step-up.ts';

const codeId = z.string().regex(/^[a-z0-9]{15}$/);
const mailedCode = z
  .string()
  .trim()
  .regex(/^\d{4,12}$/, 'Enter the digits of the mailed code.');
const typedCode = z.string().trim().min(1, 'Enter the code that your app shows.').max(40, WRONG_FACTOR);

/** The second factor of people with a role. */
export const deskFactor = {
  /**
   * Where the person stands: whether this session may open the desk, whether their factor is set up, and why they may not
   * set one up, or null.
   */
  state: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { id } = await requireDesk(context, 'factor.enter');
      const { pb } = context.locals;
      const now = Date.now();
      const secretHash = proofHash(context.request.headers.get('cookie'));
      const [access, factor] = await Promise.all([
        deskAccess(pb, { userId: id, secretHash, now }),
        factorOfUser(pb, id),
      ]);
      const isSetUp = factor !== null && factor.setUpAt !== null;
      return {
        isConfirmed: access.isConfirmed,
        isSetUp,
        refusal: factor === null || isSetUp ? null : setUpRefusal(factor, now),
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      };
    },
  }),

  /** Mails the code with which a set-up begins. `codeId` names it when it is entered. */
  mail: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { id } = await requireDesk(context, 'factor.enter');
      await countOwnTry(context, 'own-code', id);
      const email = person(context).user.email;
      return { codeId: await requestOwnCode(context.locals.app, id, 'set-up', Date.now()), email };
    },
  }),

  /** Begins the set-up of an authenticator app: answers with its secret, for whoever entered the mailed code. */
  begin: defineAction({
    accept: 'json',
    input: z.object({ codeId, code: mailedCode }),
    async handler(input, context) {
      const desk = await requireDesk(context, 'factor.enter');
      await countOwnTry(context, 'own-code-entry', desk.id);
      const { pb, app } = context.locals;
      const code = { id: input.codeId, code: input.code };
      if (!(await spendOwnCode(pb, desk.id, 'set-up', code, Date.now()))) throw badRequest(WRONG_CODE);
      const parts = { pb, seal: app.identity.factorSeal };
      const { name: username, id } = desk;
      const begun = await beginSetUp(parts, { id, username }, app.commerce.siteName, Date.now());
      if ('refusal' in begun) throw conflict(begun.refusal);
      return { secret: begun.secret, address: begun.address };
    },
  }),

  /** Ends the set-up with the first code of the app. The recovery codes are in this answer and nowhere else. */
  finish: defineAction({
    accept: 'json',
    input: z.object({ code: typedCode }),
    async handler({ code }, context) {
      const desk = await requireDesk(context, 'factor.enter');
      await countOwnTry(context, 'factor', desk.id);
      const { pb, app } = context.locals;
      const now = Date.now();
      const deed = { deed: 'factor.set-up', collection: 'users', record: desk.id, detail: '' };
      const steps = withDeed(deskTransaction(pb, desk), deed, now);
      withMail(steps, factorMail(app.commerce, person(context).user, 'set-up', now), now);
      const parts = { pb, seal: app.identity.factorSeal };
      const recoveryCodes = await finishSetUp(parts, steps, desk.id, code.replace(/\s/g, ''), now);
      if (recoveryCodes === null) throw badRequest(WRONG_FACTOR);
      app.commerce.mailQueued();
      await confirmSession(pb, context.cookies, desk.id, now);
      return { recoveryCodes };
    },
  }),

  /** Opens the desk in this session, with a code of the app or a recovery code. */
  confirm: defineAction({
    accept: 'json',
    input: z.object({ code: typedCode }),
    async handler({ code }, context) {
      const { id } = await requireDesk(context, 'factor.enter');
      await confirmFactor(context, id, code);
      await confirmSession(context.locals.pb, context.cookies, id, Date.now());
      return { confirmed: true };
    },
  }),

  /** Removes one's own factor, to set up a new one: for another phone, or when few recovery codes are left. */
  remove: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const desk = await requireDesk(context, 'factor.renew');
      await requireStepUp(context);
      const { pb, app } = context.locals;
      const now = Date.now();
      const deed = { deed: 'factor.renew', collection: 'users', record: desk.id, detail: '' };
      const steps = withFactorRemoved(withDeed(deskTransaction(pb, desk), deed, now), desk.id, now);
      await withMail(steps, factorMail(app.commerce, person(context).user, 'removed', now), now).run();
      app.commerce.mailQueued();
      return { removed: true };
    },
  }),
};
