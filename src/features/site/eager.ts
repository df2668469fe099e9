import { startAddButtons } from '../cart/add-buttons.ts';
import { followTheme } from '../theme/theme.ts';
import { callFor } from './calls.ts';
import { guardLinks } from './external-links.ts';
import { watchBuild } from './fresh-build.ts';
import { listenForCode } from './konami.ts';
import { startPreload } from './preload.ts';
import { startSearchForms } from './search-form.ts';

// All that runs on every page before anybody does anything. Each line here is paid for by every visitor.
// The address comes from the page, because all of paths.ts would come with it.
watchBuild(import.meta.env.PUBLIC_BUILD_ID ?? '', document.documentElement.dataset['latestBuild']);
guardLinks();
followTheme();
startAddButtons();
// Nobody signed in owns nothing: the code that marks what is owned stays away.
if (document.documentElement.dataset['auth'] === 'in' && document.querySelector('[data-cart-add]'))
  void import('../library/owned-marks.ts').then(({ markOwned }) => markOwned());
startSearchForms();
startPreload();
listenForCode(() => callFor('secret-level'));
