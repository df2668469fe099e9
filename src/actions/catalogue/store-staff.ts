import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  agreeToWork,
  changeStaffRoles,
  endStaff,
  jobsOfUser,
  staffDeeds,
  staffOfStore,
} from '../../data/catalogue/store-staff.ts';
import { writeWorkplace } from '../../data/identity/workplace.ts';
import { STAFF_LIMITS, STAFF_ROLES, staffDraftRefusals } from '../../domain/identity/store-staff.ts';
import { askStaff } from '../../server/catalogue/store-staff.ts';
import { conflict, fieldRefused, forbidden, notFound } from '../../server/kernel/refusal-error.ts';
import { requireStepUp } from '../identity/step-up.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { userAndStore } from './seller.ts';

const id = recordIdInput('There is no such person.');
const roles = z.array(z.enum(STAFF_ROLES)).max(STAFF_ROLES.length);
const DEEDS_A_PAGE = 50;

/** The signed-in user's own store: whoever works for a store cannot choose its staff. @throws RefusalError forbidden without one */
async function owner(context: ActionAPIContext) {
  const { user, store } = await userAndStore(context);
  if (!store) throw forbidden('Open a store first.');
  return { user, store };
}

function done(isDone: boolean): { ok: true } {
  if (isDone) return { ok: true };
  throw notFound('This no longer exists. Reload the page.');
}

export const storeStaff = {
  /** Who works for the user's own store, null without one, with what they did last; and the stores that the user works for. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user, store } = await userAndStore(context);
      const { pb } = context.locals;
      const [staff, deeds, jobs] = await Promise.all([
        store && staffOfStore(pb, store.id),
        store ? staffDeeds(pb, store.id, { before: null, limit: DEEDS_A_PAGE }) : [],
        jobsOfUser(pb, user.id),
      ]);
      return { staff, deeds, more: deeds.length === DEEDS_A_PAGE, jobs };
    },
  }),

  /** More of what the staff of the user's own store did, behind one deed. */
  deeds: defineAction({
    accept: 'json',
    input: z.object({ at: z.number().int().min(0).max(8.64e15), id }).strict(),
    async handler(before, context) {
      const { store } = await owner(context);
      const deeds = await staffDeeds(context.locals.pb, store.id, { before, limit: DEEDS_A_PAGE });
      return { deeds, more: deeds.length === DEEDS_A_PAGE };
    },
  }),

  /** Asks somebody to work for the user's own store. */
  ask: defineAction({
    accept: 'json',
    input: z
      .object({ username: z.string().max(STAFF_LIMITS.username), roles })
      .superRefine(checkedBy(staffDraftRefusals)),
    async handler(draft, context) {
      const { user, store } = await owner(context);
      await requireStepUp(context);
      const refusal = await askStaff(context.locals.app, user, store, draft);
      if (refusal === null) return { ok: true as const };
      if (typeof refusal === 'string') return done(false);
      if (refusal.field !== undefined) throw fieldRefused(refusal.field, refusal.sentence);
      throw conflict(refusal.sentence);
    },
  }),

  /** Gives somebody of the staff other roles. */
  change: defineAction({
    accept: 'json',
    input: z.object({ id, roles: roles.min(1, 'Choose at least one role.') }).strict(),
    async handler({ id: staff, roles: given }, context) {
      const { store } = await owner(context);
      await requireStepUp(context);
      const { pb, app } = context.locals;
      const change = { id: staff, roles: given, storeId: store.id };
      const isDone = await changeStaffRoles(pb, change, app.commerce.now());
      app.http.sessions.forget('store_staff', null);
      return done(isDone);
    },
  }),

  /** Agrees to work for a store. */
  agree: defineAction({
    accept: 'json',
    input: z.object({ id }).strict(),
    async handler(input, context) {
      const { user } = await userAndStore(context);
      const { pb, app } = context.locals;
      return done(await agreeToWork(pb, { id: input.id, userId: user.id }, app.commerce.now()));
    },
  }),

  /** Removes somebody from the staff or takes a request back; leaves a store or declines. */
  end: defineAction({
    accept: 'json',
    input: z.object({ id }).strict(),
    async handler(input, context) {
      const { user, store } = await userAndStore(context);
      const { pb, app } = context.locals;
      const isDone = await endStaff(pb, { id: input.id, storeId: store?.id ?? '', userId: user.id });
      // Other processes hear of it by the change feed.
      app.http.sessions.forget('store_staff', null);
      return done(isDone);
    },
  }),

  /** Acts for a store that the user works for; with null for their own again. */
  workFor: defineAction({
    accept: 'json',
    input: z.object({ storeId: recordIdInput('There is no such store.').nullable() }).strict(),
    async handler({ storeId }, context) {
      const { user } = await userAndStore(context);
      if (storeId !== null) {
        const jobs = await jobsOfUser(context.locals.pb, user.id);
        if (!jobs.some(({ agreed, store }) => agreed && store.id === storeId)) return done(false);
      }
      writeWorkplace(context.cookies, storeId);
      return { ok: true as const };
    },
  }),
};
