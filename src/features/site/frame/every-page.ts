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

// All that runs on every page before anybody does anything. Each line here is paid for by every visitor.
// The build's name comes with the page, so that this file stays the same from build to build; the address too, because
// all of paths.ts would come with it.
const { build, latestBuild, auth, counting } = document.documentElement.dataset;
watchBuild(build ?? '', latestBuild);
guardLinks();
followTheme();
markScrolled();
startAddButtons();
// Nobody signed in owns nothing: the code that marks what is owned stays away, and so does all that a page has for
// whoever is signed in.
if (auth === 'in') {
  if (document.querySelector('[data-cart-add]')) loadDeferredCode('owned-marks');
  loadSignedInCode();
}
if (counting === 'yes') loadDeferredCode('counting');
loadCodeOnIntent();
startSearchForms();
startPreload();
listenForCode(() => sendPageCommand('secret-level'));
// A link that a seller handed out.
const coupon = new URLSearchParams(location.search).get('coupon');
if (coupon) sendPageCommand({ coupon });
