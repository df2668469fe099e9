import { type RefObject, useEffect, useRef } from 'react';

let users = 0;

/** Whether the page that is open has a search field of its own for "/". */
export const slashIsTaken = (): boolean => users > 0;

/** Focuses a search field when "/" is pressed outside a field. The returned reference belongs on the field. */
export function useSlashKey(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const isTaken = (event.target as Element).closest('input, textarea, select, dialog');
      if (event.key !== '/' || isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', keys);
    users += 1;
    return () => {
      document.removeEventListener('keydown', keys);
      users -= 1;
    };
  }, []);
  return field;
}
