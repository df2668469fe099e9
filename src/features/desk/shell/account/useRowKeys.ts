import { useEffect } from 'react';

/** The keys j and k move the focus to the next and the previous row of the page; Enter then opens it. */
export function useRowKeys(): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const isTaken = (event.target as Element).closest('input, textarea, select, dialog');
      if (isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'j' && event.key !== 'k') return;
      const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
      const at = rows.indexOf(document.activeElement as HTMLElement);
      const next = event.key === 'j' ? at + 1 : at < 0 ? rows.length - 1 : at - 1;
      rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, []);
}
