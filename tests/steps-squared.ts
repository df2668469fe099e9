/** Looks at every pair of characters: what `steps.test.ts` must find too expensive. */
export function squared(text: string): number {
  let same = 0;
  for (const one of text) for (const other of text) if (one === other) same += 1;
  return same;
}
