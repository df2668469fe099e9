import { actions } from 'astro:actions';
import type { AccessGroup } from '../../domain/access-group.ts';
import type { ImportCheck, ImportRow } from '../../domain/access-import.ts';
import { useSending } from '../../ui/useSending.ts';

/** Has the server look at a list, and hands over what it amounts to. */
export function useListCheck(group: AccessGroup) {
  const { busy, error, send } = useSending();
  const look = (fileName: string, rows: readonly ImportRow[], done: (check: ImportCheck) => void) =>
    void send(
      () =>
        actions.accessImports.check({
          groupId: group.id,
          fileName: fileName.slice(0, 200),
          rows: rows.map(({ line, email, name, note }) => [line, email, name, note] as const),
        }),
      null,
      done,
    );
  return { busy, error, look };
}
