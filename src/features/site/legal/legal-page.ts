import { legalText } from '../../../data/site/legal-texts.ts';
import type { LegalName } from '../../../domain/site/legal-text.ts';

/** What the page of a legal text shows: an operator's text in place of the built-in one, if one is in force. */
export async function legalPage({ pb, app }: Pick<App.Locals, 'pb' | 'app'>, name: LegalName) {
  const now = app.commerce.now();
  const { versions, current } = await legalText(pb, name, now);
  return { versions, current, isAnnounced: versions.some(({ inForceAt }) => inForceAt > now) };
}
