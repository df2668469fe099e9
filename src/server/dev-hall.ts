import { type Hall, openHall } from './hall.ts';
import { readSettings } from './settings.ts';

let opened: Promise<Hall> | null = null;

/** The hall of `npm run dev`, where no front server lends one. There is no page cache: every page is made anew. */
export function devHall(): Promise<Hall> {
  opened ??= openHall(readSettings(process.env, process.cwd()), { purge: () => undefined }, (reason) =>
    console.warn(reason),
  );
  return opened;
}
