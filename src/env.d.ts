import 'astro';
import type { Session } from './data/identity/session.ts';
import type { User } from './domain/identity/user.ts';
// Not imported as `App`: that is the namespace below.
import type { App as RunningApp } from './server/app/app.ts';
import type { Expected } from './server/kernel/failure-log.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates on the first hover, focus, touch or key, or when the named event is sent to the window; with `only: 'keys'` on
     * the first focus or key.
     */
    'client:intent'?: boolean | { wake?: string; only?: 'keys' };
  }
}

declare global {
  namespace App {
    interface Locals {
      app: RunningApp;
      /** The service's client, the same as `app.pb`. */
      pb: RunningApp['pb'];
      /** Who is asking, as PocketBase confirmed it in this request; null for everybody on cached pages. */
      user: User | null;
      /** The person's login, to be sent on to the backend; null with `user`. */
      session: Session | null;
      /** Set where `user` is somebody whom an operator looks at, who asks; see domain/identity/look.ts. */
      look?: { username: string };
      /** Whether whoever asks wants to see mature models; never on cached pages. */
      showsMature: boolean;
      /** The name of the action that is asked for, such as "products.change". */
      action?: string;
      /** Writes down what was done, once it is done: what somebody of a store's staff did, in the store's log. */
      writeDown?: () => Promise<void>;
      /** The visitor's address, as the front saw it. */
      client: string;
      /** Why the page that was asked for could not be rendered now; on the page that is shown instead. */
      outage?: Expected;
      /** Whether that page was to show the result of a form, which cannot be sent again by itself. */
      wasForm?: boolean;
    }
  }
}
