import { ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  beginImport,
  countChecked,
  importOfGroup,
  keepCheckedList,
  undoImport,
} from '../data/access-imports.ts';
import { ACCESS_GROUP_LIMITS, type AccessGroup, REMIND_REFUSAL_TEXTS } from '../domain/access-group.ts';
import {
  IMPORT_ROWS_MAX,
  type ImportCheck,
  peopleOf,
  UNDO_REFUSAL_TEXTS,
  undoRefusal,
} from '../domain/access-import.ts';
import { spokenLine } from '../domain/spoken.ts';
import type { Store } from '../domain/store.ts';
import { groupId, ownGroup } from './access-groups.ts';
import { anId } from './plain-input.ts';

const importId = anId(UNDO_REFUSAL_TEXTS.unknown);
const cell = z.string().max(400);
/** Line, address, name and note: as tuples, for ten thousand rows are to fit into one request. */
const rows = z
  .array(z.tuple([z.number().int().min(1).max(10_000_000), cell, cell, cell]))
  .min(1, 'There is nobody on this list.')
  .max(IMPORT_ROWS_MAX, `A list may have at most ${IMPORT_ROWS_MAX} rows; split it in two.`);

const PROBLEMS_SHOWN = 100;

const BEGIN_REFUSAL_TEXTS = {
  unknown: 'This list is no longer kept. Choose the file again.',
  busy: 'Another list of this group is being worked off. Wait until it is done.',
  full: `A group has at most ${ACCESS_GROUP_LIMITS.people} people. Make a second one.`,
} as const;

function mayTakePeople(store: Store, group: AccessGroup): void {
  if (group.state === 'closed')
    throw new ActionError({
      code: 'CONFLICT',
      message: 'The group is closed. Open it again to add people.',
    });
  if (store.state === 'suspended')
    throw new ActionError({ code: 'CONFLICT', message: REMIND_REFUSAL_TEXTS['store-suspended'] });
}

export const accessImports = {
  /** Reads a list and says what it amounts to. Nobody is added and nothing is mailed before it is begun. */
  check: defineAction({
    accept: 'json',
    input: z.object({ groupId, fileName: z.string().max(200).transform(spokenLine), rows }),
    async handler(input, context): Promise<ImportCheck> {
      const { store, group } = await ownGroup(context, input.groupId);
      mayTakePeople(store, group);
      const { pb } = context.locals;
      const { people, problems, repeated } = peopleOf(
        input.rows.map(([line, email, name, note]) => ({ line, email, name, note })),
      );
      const list = { groupId: group.id, fileName: input.fileName, people };
      const kept = await keepCheckedList(pb, list, Date.now());
      const counts = await countChecked(pb, kept);
      if (!counts)
        throw new ActionError({
          code: 'CONFLICT',
          message: 'Another list was brought to this group at the same moment. Try again.',
        });
      const { there, owning } = counts;
      return {
        importId: kept,
        fresh: people.length - there,
        there,
        owning,
        repeated,
        problems: problems.slice(0, PROBLEMS_SHOWN),
        problemCount: problems.length,
      };
    },
  }),

  /** Begins a list that was looked at; the page shows how far it is. */
  begin: defineAction({
    accept: 'json',
    input: z.object({ groupId, importId }),
    async handler(input, context) {
      const { store, group } = await ownGroup(context, input.groupId);
      mayTakePeople(store, group);
      const { pb, app } = context.locals;
      const refusal = await beginImport(pb, group.id, input.importId, Date.now());
      if (refusal)
        throw new ActionError({
          code: refusal === 'unknown' ? 'NOT_FOUND' : 'CONFLICT',
          message: BEGIN_REFUSAL_TEXTS[refusal],
        });
      void app.deliveries.wake();
      return { importId: input.importId };
    },
  }),

  /** Takes back who came by an import and has not claimed. */
  undo: defineAction({
    accept: 'json',
    input: z.object({ groupId, importId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      const { pb } = context.locals;
      const known = await importOfGroup(pb, group.id, input.importId);
      const refusal = known ? undoRefusal(known, Date.now()) : 'unknown';
      const undone = refusal === null && (await undoImport(pb, group.id, input.importId, Date.now()));
      if (!undone)
        throw new ActionError({
          code: refusal === 'unknown' ? 'NOT_FOUND' : 'CONFLICT',
          message: UNDO_REFUSAL_TEXTS[refusal ?? 'undone'],
        });
      return { importId: input.importId };
    },
  }),
};
