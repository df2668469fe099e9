import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { campaignsOfStore, importsOfCampaign } from '../../data/library/access-imports.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import {
  CAMPAIGN_GROUPS_MAX,
  IMPORT_ROWS_MAX,
  type ImportCheck,
  UNDO_REFUSAL_TEXTS,
} from '../../domain/library/access-import.ts';
import { checkList, startCheckedImport, undoGroupImport } from '../../server/library/access-groups.ts';
import { seller } from '../catalogue/seller.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { groupError, groupId, ownGroup } from './access-groups.ts';

const importId = recordIdInput(UNDO_REFUSAL_TEXTS.unknown);
const cell = z.string().max(400);
const CAMPAIGNS_SHOWN = 5;
/** Line, address, name and note, as tuples so that ten thousand rows fit into one request. */
const rows = z
  .array(z.tuple([z.number().int().min(1).max(10_000_000), cell, cell, cell]))
  .min(1, 'This list is empty.')
  .max(IMPORT_ROWS_MAX, `A list may have at most ${IMPORT_ROWS_MAX} rows; split it in two.`);

export const accessImports = {
  /** Checks a list and returns a preview. Nothing is added or mailed until the import is started. */
  check: defineAction({
    accept: 'json',
    input: z.object({ groupId, fileName: z.string().max(200).transform(cleanLine), rows }),
    async handler(input, context): Promise<ImportCheck> {
      const { store, group } = await ownGroup(context, input.groupId);
      const list = {
        fileName: input.fileName,
        rows: input.rows.map(([line, email, name, note]) => ({ line, email, name, note })),
      };
      const outcome = await checkList(context.locals.pb, { store, group }, list, Date.now());
      if ('refusal' in outcome) throw groupError(outcome.refusal);
      return outcome;
    },
  }),

  /** Starts a checked import; the page polls its progress. */
  begin: defineAction({
    accept: 'json',
    input: z.object({ groupId, importId }),
    async handler(input, context) {
      const { store, group } = await ownGroup(context, input.groupId);
      const { pb, app } = context.locals;
      const refusal = await startCheckedImport(pb, { store, group }, input.importId, Date.now());
      if (refusal) throw groupError(refusal);
      void app.jobs.deliveries.wake();
      return { importId: input.importId };
    },
  }),

  /**
   * Starts checked imports of several of the seller's groups together. Those that cannot start are named; the others do.
   */
  beginAll: defineAction({
    accept: 'json',
    input: z.object({
      imports: z.array(z.object({ groupId, importId }).strict()).min(1).max(CAMPAIGN_GROUPS_MAX),
    }),
    async handler(input, context) {
      const { pb, app } = context.locals;
      const owned = [];
      for (const { groupId: of, importId: id } of input.imports) {
        const { store, group } = await ownGroup(context, of);
        owned.push({ store, group, id });
      }
      const campaign = newRecordId();
      const refusals: { groupId: string; sentence: string }[] = [];
      for (const { store, group, id } of owned) {
        const refusal = await startCheckedImport(pb, { store, group }, id, Date.now(), campaign);
        if (refusal) refusals.push({ groupId: group.id, sentence: `${group.name}: ${refusal.sentence}` });
      }
      if (refusals.length < owned.length) void app.jobs.deliveries.wake();
      return { started: owned.length - refusals.length, refusals };
    },
  }),

  /** The newest lists that were imported into several groups at once. */
  campaigns: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      return campaignsOfStore(context.locals.pb, store.id, CAMPAIGNS_SHOWN);
    },
  }),

  /** Undoes the imports of one list in all its groups. */
  undoCampaign: defineAction({
    accept: 'json',
    input: z.object({ id: importId }),
    async handler({ id }, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const imports = await importsOfCampaign(pb, store.id, id);
      if (imports.length === 0) throw groupError({ isUnknown: true, sentence: UNDO_REFUSAL_TEXTS.unknown });
      for (const one of imports) {
        const { group } = await ownGroup(context, one.groupId);
        const refusal = await undoGroupImport(pb, group, one.importId, Date.now());
        if (refusal) throw groupError(refusal);
      }
      return { id };
    },
  }),

  /** Undoes an import: removes the people it added who have not claimed. */
  undo: defineAction({
    accept: 'json',
    input: z.object({ groupId, importId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      const refusal = await undoGroupImport(context.locals.pb, group, input.importId, Date.now());
      if (refusal) throw groupError(refusal);
      return { importId: input.importId };
    },
  }),
};
