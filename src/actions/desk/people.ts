import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { deskPersonRow, deskPeople as listPeople } from '../../data/desk/people.ts';
import { personPart } from '../../data/desk/person-parts.ts';
import { noteReading } from '../../data/desk/readings.ts';
import { writeLook } from '../../data/identity/look-cookie.ts';
import { PERSON_LISTS, type PersonPart, partsOf } from '../../domain/desk/person.ts';
import { LOOK_MS } from '../../domain/identity/look.ts';
import { deskRefusal } from '../../domain/identity/role.ts';
import { finishLook } from '../../server/desk/look.ts';
import { RESTORABLE, restoreAccess } from '../../server/desk/restored-access.ts';
import { beginLook, endSessions, resendMail, suspendPerson } from '../../server/desk/staff-deeds.ts';
import { conflict, forbidden } from '../../server/kernel/refusal-error.ts';
import { requireDesk } from '../identity/desk.ts';
import { requireStepUp } from '../identity/step-up.ts';
import { DESK_PAGE, deskId, done, found, place, reason, searchText, staffParts } from './desk-input.ts';

/** People at the operator desk. */
export const deskPeople = {
  /** A page of people: the newest, or those that the text names. */
  list: defineAction({
    accept: 'json',
    input: z.object({ text: searchText, after: place }),
    async handler({ text, after }, context) {
      const { role } = await requireDesk(context, 'people.read');
      const seesAddresses = deskRefusal(role, 'people.addresses') === null;
      return listPeople(context.locals.pb, text, after, DESK_PAGE, seesAddresses);
    },
  }),

  /** One person, and the lists that the reader's role may see. That it was opened stands in the audit log. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: deskId }),
    async handler({ id }, context) {
      const staff = await requireDesk(context, 'people.read');
      const { pb, app } = context.locals;
      const seesAddresses = deskRefusal(staff.role, 'people.addresses') === null;
      const person = found(await deskPersonRow(pb, id, seesAddresses));
      const page = { deed: 'people.read', collection: 'users', record: id, detail: '' } as const;
      await noteReading(pb, staff, page, app.commerce.now());
      return { person, parts: partsOf(staff.role) };
    },
  }),

  /** A page of one of a person's lists. */
  part: defineAction({
    accept: 'json',
    input: z.object({
      id: deskId,
      part: z.enum(Object.keys(PERSON_LISTS) as [PersonPart, ...PersonPart[]]),
      after: place,
    }),
    async handler({ id, part, after }, context) {
      const staff = await requireDesk(context, 'people.read');
      if (!partsOf(staff.role).includes(part)) throw forbidden('Only an operator may read this.');
      const { pb, app } = context.locals;
      const { email, storeId } = found(await deskPersonRow(pb, id, true));
      const list = { deed: 'people.read', collection: 'users', record: id, detail: part } as const;
      if (after === null) await noteReading(pb, staff, list, app.commerce.now());
      const of = part === 'mails' ? email : part === 'sold' ? storeId : id;
      return of === null ? { rows: [], next: null } : personPart(pb, part, of, after, DESK_PAGE);
    },
  }),

  /** Suspends a person, or lifts it. */
  suspend: defineAction({
    accept: 'json',
    input: z.object({ personId: deskId, suspend: z.boolean(), reason }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'person.suspend');
      return done(await suspendPerson(staffParts(context), staff, input));
    },
  }),

  /** Ends every session of a person. */
  endSessions: defineAction({
    accept: 'json',
    input: z.object({ personId: deskId, reason }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'person.end-sessions');
      return done(await endSessions(staffParts(context), staff, input));
    },
  }),

  /** Lets another person with a role set a new password by mail, or removes their second factor. */
  restoreAccess: defineAction({
    accept: 'json',
    input: z.object({ personId: deskId, what: z.enum(RESTORABLE), reason }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'access.restore');
      await requireStepUp(context);
      return done(await restoreAccess(staffParts(context), staff, input));
    },
  }),

  /** Sends a mail once more. */
  resendMail: defineAction({
    accept: 'json',
    input: z.object({ mailId: deskId }),
    async handler({ mailId }, context) {
      const staff = await requireDesk(context, 'mail.resend');
      return done(await resendMail(staffParts(context), staff, mailId));
    },
  }),
};

/** Seeing the marketplace as somebody else sees it. It only reads: there is no session in their name. */
export const deskLooks = {
  /** Begins a look of half an hour in this browser, which the person reads about. */
  begin: defineAction({
    accept: 'json',
    input: z.object({ personId: deskId, reason }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'person.look');
      const begun = await beginLook(staffParts(context), staff, input);
      if ('refusal' in begun) throw conflict(begun.refusal);
      writeLook(context.cookies, begun, LOOK_MS / 1000);
      return { lookId: begun.lookId };
    },
  }),

  /** Ends the look of this browser, whoever it was at. */
  end: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { id } = await requireDesk(context, 'look.end');
      const { pb, app } = context.locals;
      const cookies = context.request.headers.get('cookie');
      const personId = await finishLook(pb, cookies, id, app.commerce.now());
      writeLook(context.cookies, null);
      return { personId };
    },
  }),
};
