import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What is typed into a search field, told on without its outer spaces once no key was pressed for a moment. Where `value`
 * becomes another from elsewhere ("Show all"), the field follows.
 * @param restMs how long nothing is typed before `tell` is called, in ms.
 */
export function useTyped(
  value: string,
  tell: (typed: string) => void,
  restMs: number,
): [typed: string, type: (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value]);
  // What else was chosen while the clock ran is not undone: whoever is told is asked for at the end of it.
  const rest = useEffectEvent((words: string) => {
    if (words !== value) tell(words);
  });
  useEffect(() => {
    const soon = setTimeout(() => rest(typed.trim()), restMs);
    return () => clearTimeout(soon);
  }, [typed, restMs]);
  return [typed, setTyped];
}
