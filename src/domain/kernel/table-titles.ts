import { withoutFormulaGuard } from './csv.ts';

/** A title of a column as it is compared: letters and digits only, in lower case. "Reward Title" and "reward_title" are one. */
export function titleKey(title: string): string {
  return withoutFormulaGuard(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The index of the first column with one of these titles, the earlier names before the later ones; null for none. */
export function columnNamed(titles: readonly string[], ...names: string[]): number | null {
  const keys = titles.map(titleKey);
  for (const name of names) {
    const at = keys.indexOf(titleKey(name));
    if (at >= 0) return at;
  }
  return null;
}
