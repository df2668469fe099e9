import { actions } from 'astro:actions';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import type { ImportCheck, ImportRow } from '../../../../domain/library/access-import.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Sends a list to be checked before the import, and passes the result on. */
export function useListCheck(group: AccessGroup) {
  const { busy, fieldError, mutate } = useMutation();
  const checkList = (fileName: string, rows: readonly ImportRow[], done: (check: ImportCheck) => void) =>
    void mutate(
      () =>
        actions.accessImports.check({
          groupId: group.id,
          fileName: fileName.slice(0, 200),
          rows: rows.map(({ line, email, name, note }) => [line, email, name, note] as const),
        }),
      null,
      done,
    );
  return { busy, fieldError, checkList };
}
