import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { allPeopleOfGroup, peopleOfGroup, removePersonFromGroup } from '../../data/library/access-groups.ts';
import { importsOfGroup } from '../../data/library/access-imports.ts';
import { PERSON_STATES } from '../../domain/library/access-group.ts';
import { peopleCsv } from '../../domain/library/access-import.ts';
import { notFound } from '../../server/kernel/refusal-error.ts';
import { linkForPerson, remindPeople, remindPerson } from '../../server/library/access-groups.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { groupError, groupId, ownGroup } from './access-groups.ts';

const PEOPLE_PER_PAGE = 25;
const IMPORTS_SHOWN = 10;
const personId = recordIdInput('There is no such person in this group.');
const noPerson = () => notFound('There is no such person in this group.');

export const groupPeople = {
  /** A page of a group's people, filtered by text and state. */
  list: defineAction({
    accept: 'json',
    input: z.object({
      groupId,
      page: z.number().int().min(1).max(10_000),
      text: z.string().trim().max(100).default(''),
      state: z.enum(PERSON_STATES).nullable().default(null),
    }),
    async handler({ page, text, state, ...input }, context) {
      const { group } = await ownGroup(context, input.groupId);
      const query = { page, perPage: PEOPLE_PER_PAGE, text, state };
      const { people, total } = await peopleOfGroup(context.locals.pb, group.id, query);
      return { people, total, perPage: PEOPLE_PER_PAGE };
    },
  }),

  /** Counts by state and the progress of imports; polled while the page is open. */
  figures: defineAction({
    accept: 'json',
    input: z.object({ groupId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      const imports = await importsOfGroup(context.locals.pb, group.id, IMPORTS_SHOWN);
      const { invited, claimed, removed } = group;
      return { invited, claimed, removed, imports };
    },
  }),

  /** Mails one person a new link. */
  remind: defineAction({
    accept: 'json',
    input: z.object({ groupId, personId }),
    async handler(input, context) {
      const { store, group } = await ownGroup(context, input.groupId);
      const { commerce } = context.locals.app;
      const outcome = await remindPerson(commerce, { store, group }, input.personId, Date.now());
      if ('refusal' in outcome) throw groupError(outcome.refusal);
      return { email: outcome.email };
    },
  }),

  /** Mails new links to some of those who have not claimed; the client repeats it until none is left. */
  remindSome: defineAction({
    accept: 'json',
    input: z.object({ groupId }),
    async handler(input, context) {
      const { store, group } = await ownGroup(context, input.groupId);
      const outcome = await remindPeople(context.locals.app.commerce, { store, group });
      if ('refusal' in outcome) throw groupError(outcome.refusal);
      return { mailed: outcome.mailed, left: outcome.left };
    },
  }),

  /** A new link for a person, for the seller to send. Earlier links stay valid. */
  newLink: defineAction({
    accept: 'json',
    input: z.object({ groupId, personId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      const { commerce } = context.locals.app;
      const outcome = await linkForPerson(commerce, group, input.personId, Date.now());
      if ('refusal' in outcome) throw groupError(outcome.refusal);
      return { url: outcome.url };
    },
  }),

  /** Removes a person from a group; what was claimed stays. */
  remove: defineAction({
    accept: 'json',
    input: z.object({ groupId, personId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      if (!(await removePersonFromGroup(context.locals.pb, group.id, input.personId, Date.now())))
        throw noPerson();
      return { personId: input.personId };
    },
  }),

  /** All people of a group as CSV. */
  table: defineAction({
    accept: 'json',
    input: z.object({ groupId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      return { name: group.name, csv: peopleCsv(await allPeopleOfGroup(context.locals.pb, group.id)) };
    },
  }),
};
