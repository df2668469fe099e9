import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The text of a search field. `onChange` receives it, trimmed, after no key was pressed for `delayMs`. When `value`
 * changes elsewhere ("Show all"), the field follows.
 * @param delayMs the pause before `onChange` is called, in ms.
 */
export function useDebounced(
  value: string,
  onChange: (text: string) => void,
  delayMs: number,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  useEffect(() => setText((before) => (before.trim() === value ? before : value)), [value]);
  // The latest callback is called, so that another filter chosen during the pause is not undone.
  const settle = useEffectEvent((trimmed: string) => {
    if (trimmed !== value) onChange(trimmed);
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(text.trim()), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return [text, setText];
}
