import { ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { addClaimLink } from '../data/access-claims.ts';
import { everybodyOfGroup, peopleOfGroup, personOfGroup, removeFromGroup } from '../data/access-groups.ts';
import { importsOfGroup } from '../data/access-imports.ts';
import {
  LINKS_A_PERSON,
  PERSON_STATES,
  REMIND_REFUSAL_TEXTS,
  remindRefusal,
} from '../domain/access-group.ts';
import { peopleCsv } from '../domain/access-import.ts';
import { paths } from '../paths.ts';
import { newClaimToken } from '../server/access-claims.ts';
import { mailAgain, mailSomeAgain } from '../server/access-imports.ts';
import { groupId, ownGroup } from './access-groups.ts';
import { anId } from './plain-input.ts';

const PEOPLE_A_PAGE = 25;
const IMPORTS_SHOWN = 10;
const personId = anId('There is no such person in this group.');
const noPerson = () =>
  new ActionError({ code: 'NOT_FOUND', message: 'There is no such person in this group.' });
const STORE_SUSPENDED = REMIND_REFUSAL_TEXTS['store-suspended'];

export const groupPeople = {
  /** A page of a group's people, narrowed by text and state. */
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
      const asked = { page, perPage: PEOPLE_A_PAGE, text, state };
      return { ...(await peopleOfGroup(context.locals.pb, group.id, asked)), perPage: PEOPLE_A_PAGE };
    },
  }),

  /** How many have claimed and how far imports are: asked again while the page is open. */
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
      const { pb, app } = context.locals;
      const person = await personOfGroup(pb, group.id, input.personId);
      if (!person) throw noPerson();
      const refusal = remindRefusal(person, store.state, Date.now());
      const mailed = refusal === null && (await mailAgain(app.commerce, group.id, person));
      if (!mailed)
        throw new ActionError({ code: 'CONFLICT', message: REMIND_REFUSAL_TEXTS[refusal ?? 'too-soon'] });
      app.commerce.mailQueued();
      return { email: person.email };
    },
  }),

  /** Mails new links to some of those who have not claimed; to be asked again until none is left. */
  remindSome: defineAction({
    accept: 'json',
    input: z.object({ groupId }),
    async handler(input, context) {
      const { store, group } = await ownGroup(context, input.groupId);
      if (store.state === 'suspended') throw new ActionError({ code: 'CONFLICT', message: STORE_SUSPENDED });
      return mailSomeAgain(context.locals.app.commerce, group.id);
    },
  }),

  /** A new link of somebody's, for the seller to send himself. Those that were mailed stay good. */
  newLink: defineAction({
    accept: 'json',
    input: z.object({ groupId, personId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      const { pb, app } = context.locals;
      const person = await personOfGroup(pb, group.id, input.personId);
      if (!person) throw noPerson();
      if (person.state !== 'invited')
        throw new ActionError({ code: 'CONFLICT', message: REMIND_REFUSAL_TEXTS[person.state] });
      const { token, tokenHash } = newClaimToken();
      if (!(await addClaimLink(pb, person.id, tokenHash, Date.now())))
        throw new ActionError({
          code: 'CONFLICT',
          message: `This person has ${LINKS_A_PERSON} links already; use one of them.`,
        });
      return { url: app.settings.siteUrl + paths.claim(token) };
    },
  }),

  /** Takes somebody out of a group; what was claimed stays. */
  remove: defineAction({
    accept: 'json',
    input: z.object({ groupId, personId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      if (!(await removeFromGroup(context.locals.pb, group.id, input.personId, Date.now()))) throw noPerson();
      return { personId: input.personId };
    },
  }),

  /** Everybody of a group as a table for a spreadsheet. */
  table: defineAction({
    accept: 'json',
    input: z.object({ groupId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      return { name: group.name, csv: peopleCsv(await everybodyOfGroup(context.locals.pb, group.id)) };
    },
  }),
};
