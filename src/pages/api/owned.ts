import type { APIRoute } from 'astro';
import { ownedChanges } from '../../data/library/library-copies.ts';
import { cursorFrom, cursorText } from '../../domain/library/library-copy.ts';

/**
 * What cached pages, the same for all visitors, mark in the browser for this one: the ids of the products they own and of
 * those they have reviewed, and the slug of their own store. With `since`, the cursor of an earlier answer, only what
 * changed of the owned ones.
 */
export const GET: APIRoute = async ({ locals: { pb, user }, url }) => {
  const nobody = { whole: true, owned: [], gone: [], reviewed: [], store: null, cursor: '' };
  return Response.json(user ? await answerFor(user.id) : nobody, {
    headers: { 'Cache-Control': 'private, no-store' },
  });

  async function answerFor(userId: string) {
    const changes = await ownedChanges(pb, userId, cursorFrom(url.searchParams.get('since'), userId));
    return { ...changes, cursor: cursorText(changes.cursor, userId) };
  }
};
