import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  accessGroupOfStore,
  accessGroupsOfStore,
  changeAccessGroup,
  createAccessGroup,
  productsOfGroup,
} from '../../data/library/access-groups.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import {
  ACCESS_GROUP_LIMITS,
  ACCESS_GROUP_STATES,
  type AccessGroup,
  CLAIM_REFUSAL_TEXTS,
  GROUP_NAME_REFUSAL_TEXTS,
  GROUP_PRODUCT_REFUSAL_TEXTS,
  groupNameRefusal,
} from '../../domain/library/access-group.ts';
import { conflict, notFound, refusedFor } from '../../server/kernel/refusal-error.ts';
import { claim } from '../../server/library/access-claims.ts';
import { type GroupRefusal, setProductsOfGroup } from '../../server/library/access-groups.ts';
import { holdOf, seller } from '../catalogue/seller.ts';
import { person } from '../identity/person.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const NO_GROUP = 'There is no such access group.';
export const groupId = recordIdInput(NO_GROUP);
const name = z
  .string()
  .max(1000)
  .transform(cleanLine)
  .superRefine((typed, context) => {
    const refusal = groupNameRefusal(typed);
    if (refusal) context.addIssue({ code: 'custom', message: GROUP_NAME_REFUSAL_TEXTS[refusal] });
  });

/** What a use case of a group refused. */
export const groupError = ({ isUnknown, sentence }: GroupRefusal) =>
  isUnknown ? notFound(sentence) : conflict(sentence);

const noGroup = () => notFound(NO_GROUP);

/** The seller's store and one of its groups. @throws RefusalError not_found if it has no such group. */
export async function ownGroup(
  context: ActionAPIContext,
  id: string,
): Promise<{ store: OwnStore; group: AccessGroup }> {
  const { store } = await seller(context);
  const group = await accessGroupOfStore(context.locals.pb, store.id, id);
  if (!group) throw noGroup();
  return { store, group };
}

export const accessGroups = {
  /** The groups of the seller's store, newest first. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      return accessGroupsOfStore(context.locals.pb, store.id);
    },
  }),

  /** A group with its products. */
  one: defineAction({
    accept: 'json',
    input: z.object({ groupId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      const { pb } = context.locals;
      return { group, products: await productsOfGroup(pb, group.id) };
    },
  }),

  create: defineAction({
    accept: 'json',
    input: z.object({ name }).strict(),
    async handler(input, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const id = await createAccessGroup(pb, { storeId: store.id, name: input.name }, Date.now());
      if (id === null) throw conflict('A store has at most {groups} access groups.', ACCESS_GROUP_LIMITS);
      return { id };
    },
  }),

  /** Renames, closes or reopens a group. */
  change: defineAction({
    accept: 'json',
    input: z
      .object({ groupId, name: name.optional(), state: z.enum(ACCESS_GROUP_STATES).optional() })
      .strict(),
    async handler(input, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const change = {
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.state === undefined ? {} : { state: input.state }),
      };
      if (!(await changeAccessGroup(pb, store.id, input.groupId, change, Date.now()))) throw noGroup();
      return accessGroupOfStore(pb, store.id, input.groupId);
    },
  }),

  /** Sets the models a group delivers. People who have claimed get new ones automatically and keep removed ones. */
  setProducts: defineAction({
    accept: 'json',
    input: z.object({
      groupId,
      productIds: z
        .array(recordIdInput('There is no such model.'))
        .max(ACCESS_GROUP_LIMITS.products, GROUP_PRODUCT_REFUSAL_TEXTS['too-many']),
    }),
    async handler(input, context) {
      const { store, group } = await ownGroup(context, input.groupId);
      const { pb, app } = context.locals;
      const hold = holdOf(context, store);
      const outcome = await setProductsOfGroup(pb, { store, group }, input.productIds, Date.now(), hold);
      if ('refusal' in outcome) throw groupError(outcome.refusal);
      // Delivery to people who have claimed runs in the background.
      if (outcome.added > 0) void app.jobs.deliveries.wake();
      return productsOfGroup(pb, group.id);
    },
  }),

  /** Claims a link's products into the user's library. */
  claim: defineAction({
    accept: 'form',
    input: z.object({ token: z.string().min(1).max(100) }),
    async handler({ token }, context) {
      const { user } = person(context);
      const refusal = await claim(context.locals.app.commerce, token, user.id);
      if (refusal) throw refusedFor(refusal, CLAIM_REFUSAL_TEXTS, { unknown: 'not_found' });
      return { taken: true };
    },
  }),
};
