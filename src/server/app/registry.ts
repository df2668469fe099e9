import type { App } from './app.ts';

/** Holds the app of this process for code that Astro calls without locals: its error pages, and development. */
const KEY = Symbol.for('guildhall.app');
const registry = globalThis as { [KEY]?: App };

/** Makes the app available to all code in this process, in every bundle. */
export function registerApp(app: App): void {
  registry[KEY] = app;
}

/** The app of this process, or null where none is open, for example during the build. */
export function registeredApp(): App | null {
  return registry[KEY] ?? null;
}
