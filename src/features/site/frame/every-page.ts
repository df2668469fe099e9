import { PRINTERS_KEY } from '../../catalogue/printer/printers-key.ts';
import { startAddButtons } from '../../commerce/cart/add-buttons.ts';
import { loadCodeOnIntent, loadDeferredCode, loadSignedInCode } from '../../kernel/page/deferred-code.ts';
import { guardLinks } from '../../kernel/page/external-links.ts';
import { watchBuild } from '../../kernel/page/fresh-build.ts';
import { sendPageCommand } from '../../kernel/page/page-commands.ts';
import { followTheme } from '../../kernel/theme/theme.ts';
import { listenForCode } from './konami.ts';
import { startPreload } from './preload.ts';
import { markScrolled } from './scrolled.ts';
import { startSearchForms } from './search-form.ts';

// Everything that runs on every page before any interaction. Every visitor loads it, so keep it small.
// The build id is read from the page, so that this file stays the same from build to build; its address too, to avoid
// importing paths.ts.
const { build, latestBuild, auth, counting } = document.documentElement.dataset;
watchBuild(build ?? '', latestBuild);
guardLinks();
followTheme();
markScrolled();
startAddButtons();
// Code for signed-in users, such as the marks of owned products, is not loaded for visitors.
if (auth === 'in') {
  if (document.querySelector('[data-cart-add]')) loadDeferredCode('owned-marks');
  loadSignedInCode();
}
// Printers are known to the browser only; most visitors have none, and a browser without storage has none either.
try {
  if (localStorage[PRINTERS_KEY]) loadDeferredCode('plates');
} catch {
  // No storage, no printers.
}
if (counting === 'yes') loadDeferredCode('counting');
loadCodeOnIntent();
startSearchForms();
startPreload();
listenForCode(() => sendPageCommand('secret-level'));
// A coupon link shared by a seller.
const coupon = new URLSearchParams(location.search).get('coupon');
if (coupon) sendPageCommand({ coupon });
