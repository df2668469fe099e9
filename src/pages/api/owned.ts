import type { APIRoute } from 'astro';
import { printersOf } from '../../data/catalogue/printers.ts';
import { ownedChanges } from '../../data/library/library-copies.ts';
import { cursorFrom, libraryCursorText } from '../../domain/library/library-copy.ts';

/**
 * What cached pages, the same for all visitors, mark in the browser for this one: the ids of the products they own and of
 * those they have reviewed, the slug of their own store, and with a whole answer their printers. With `since`, the cursor of
 * an earlier answer, only what changed of the owned ones.
 */
export const GET: APIRoute = async ({ locals: { pb, user }, url }) => {
  const nobody = { whole: true, owned: [], gone: [], reviewed: [], store: null, cursor: '' };
  return Response.json(user ? await answerFor(user.id) : nobody, {
    headers: { 'Cache-Control': 'private, no-store' },
  });

  async function answerFor(userId: string) {
    const changes = await ownedChanges(pb, userId, cursorFrom(url.searchParams.get('since'), userId));
    const cursor = libraryCursorText(changes.cursor, userId);
    // Once a visit: pages name what fits on them.
    return changes.whole
      ? { ...changes, cursor, printers: await printersOf(pb, userId) }
      : { ...changes, cursor };
  }
};
