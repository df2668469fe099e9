import { FIND_LIMIT } from '../../../domain/catalogue/search/search-params.ts';
import { flagAttribute, type Html, html } from '../../../ui/html.ts';
import { iconHtml } from '../../../ui/icon-html.ts';
import { type FacetGroup, type FacetRow, isChosen } from './facet-groups.ts';

/** Groups that are open from the start; a phone closes them before its sheet is opened. */
const OPEN = 5;
const DOWN = iconHtml('down', 18);
/** The sign of "leave out": drawn once for all rows. */
const SIGN = html`<svg class="hidden" aria-hidden="true"><symbol id="leave-out" viewBox="0 0 24 24"><path d="m6 6 12 12M18 6 6 18" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/></symbol></svg>`;

/** The values to filter by, a fold for each group. There are dozens, so they are strings and not components. */
export function facetsHtml(groups: readonly FacetGroup[]): Html {
  return html`${SIGN}${groups.map(
    ({ name, label, rows, find }, at) =>
      html`<details${flagAttribute('open', at < OPEN || isChosen(rows) || Boolean(find))} data-group="${name}"><summary class="facet-title">${label}${DOWN}</summary>${find !== null && findHtml(name, label, find)}<ul>${rows.map(rowHtml)}</ul>${find && rows.length === 0 && html`<p class="px-2 pb-2 text-ink-3">Nothing here has “${find}”.</p>`}</details>
`,
  )}`;
}

/** The search within a long list. It is a field of the form, so that it works with what is ticked and without scripts. */
const findHtml = (name: string, label: string, find: string): Html =>
  html`<input class="field facet-find" type="search" name="find-${name}" value="${find}" maxlength="${FIND_LIMIT}" placeholder="Find in this list" aria-label="Find in the list “${label}”" autocomplete="off" enterkeyhint="search">`;

/** One value: a box to want it and a box to leave it out. */
function rowHtml({ name, value, text, count, below, choice }: FacetRow): Html {
  return html`<li${below && html` class="pl-4"`}><label class="facet"><input type="checkbox" name="${name}" value="${value}"${flagAttribute('checked', choice === 'include')}><span>${text}</span><small>${count}</small></label><label class="facet-not"><input class="sr-only" type="checkbox" name="not-${name}" value="${value}"${flagAttribute('checked', choice === 'exclude')}><span class="sr-only">Leave out ${text}</span><svg width="14" height="14" aria-hidden="true"><use href="#leave-out"/></svg></label></li>`;
}
