import { startAddButtons } from '../cart/add-buttons.ts';
import { followTheme } from '../theme/theme.ts';
import { callFor } from './calls.ts';
import { guardLinks } from './external-links.ts';
import { watchBuild } from './fresh-build.ts';
import { listenForCode } from './konami.ts';
import { startPreload } from './preload.ts';
import { startSearchForms } from './search-form.ts';

// All that runs on every page before anybody does anything. Each line here is paid for by every visitor.
watchBuild(import.meta.env.PUBLIC_BUILD_ID ?? '');
guardLinks();
followTheme();
startAddButtons();
startSearchForms();
startPreload();
listenForCode(() => callFor('secret-level'));
