import { useEffect, useEffectEvent } from 'react';

/**
 * Keys of a page of the desk, by the name of the key; the enter key is "enter". They do nothing while somebody types, in a dialog, on a button or link
 * that Enter would press, or with Control, Alt or Meta.
 */
export function useDeskKeys(keys: Readonly<Record<string, () => unknown>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const deed = keys[event.key === 'Enter' ? 'enter' : event.key];
    if (!deed || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target.closest('input, textarea, select, dialog')) return;
    if (event.key === 'Enter' && target.closest('button, a, summary')) return;
    event.preventDefault();
    deed();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
