import type { RuleTarget } from '../../../domain/catalogue/search/search-rule.ts';
import { paths } from '../../../paths.ts';

/** The address to which an operator's rule leads a search. */
export function redirectAddress(target: RuleTarget): string {
  if ('path' in target) return target.path;
  return 'params' in target ? paths.savedSearch(target.params) : paths.search(target.query);
}
