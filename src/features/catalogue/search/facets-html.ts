import { FIND_LIMIT } from '../../../domain/catalogue/search/search-params.ts';
import { flagAttribute, type Html, html } from '../../../ui/html.ts';
import { iconHtml } from '../../../ui/icon-html.ts';
import { type FacetGroup, type FacetRow, isChosen } from './facet-groups.ts';

/** The groups that most people filter by come first and are open; a phone closes them before its sheet is opened. */
const MAIN_GROUPS = 6;
const DOWN = iconHtml('down', 18);

/** The address of the search that leaves a value out instead of asking for it. */
type LeaveOut = (row: FacetRow) => string;

const isUsed = ({ rows, find }: FacetGroup): boolean => isChosen(rows) || Boolean(find);

/**
 * The values to filter by, a fold for each group: the main ones, and the rest under "More filters", which is open where
 * something in it is chosen. There are dozens, so they are strings and not components.
 */
export function facetsHtml(groups: readonly FacetGroup[], leaveOut: LeaveOut): Html {
  const more = groups.slice(MAIN_GROUPS);
  const folds = (of: readonly FacetGroup[], isMain: boolean) =>
    of.map((group) => groupHtml(group, isMain || isUsed(group), leaveOut));
  return html`${folds(groups.slice(0, MAIN_GROUPS), true)}${
    more.length > 0 &&
    html`<details${flagAttribute('open', more.some(isUsed))} data-group="more"><summary class="facet-title">More filters${DOWN}</summary>${folds(more, false)}</details>`
  }`;
}

const groupHtml = ({ name, label, rows, find }: FacetGroup, isOpen: boolean, leaveOut: LeaveOut): Html =>
  html`<details${flagAttribute('open', isOpen)} data-group="${name}"><summary class="facet-title">${label}${DOWN}</summary>${find !== null && findHtml(name, label, find)}<ul>${rows.map((row) => rowHtml(row, leaveOut))}</ul>${find && rows.length === 0 && html`<p class="px-2 pb-2 text-ink-3">Nothing here has “${find}”.</p>`}</details>
`;

/** The search within a long list. It is a field of the form, so that it works with what is ticked and without scripts. */
const findHtml = (name: string, label: string, find: string): Html =>
  html`<input class="field facet-find" type="search" name="find-${name}" value="${find}" maxlength="${FIND_LIMIT}" placeholder="Find in this list" aria-label="Find in the list “${label}”" autocomplete="off" enterkeyhint="search">`;

/** One value. A wanted one offers its second state, to be left out; unticked from either it does not count. */
function rowHtml(row: FacetRow, leaveOut: LeaveOut): Html {
  const { name, value, text, count, below, choice } = row;
  const isOut = choice === 'exclude';
  return html`<li${below && html` class="pl-4"`}><label class="facet"><input type="checkbox" name="${isOut && 'not-'}${name}" value="${value}"${flagAttribute('checked', choice !== 'off')}><span>${isOut ? html`<b class="text-wax">Not</b> <s>${text}</s>` : text}</span><small>${count}</small></label>${
    choice === 'include' &&
    html`<a class="facet-not" href="${leaveOut(row)}" rel="nofollow" data-leave-out>Leave out<span class="sr-only"> ${text}</span></a>`
  }</li>`;
}
