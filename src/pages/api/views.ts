import type { APIRoute } from 'astro';
import { idsOwnedBy } from '../../data/commerce/view-counts.ts';
import { mayBeCounted, readViewBatch, viewCounts } from '../../domain/commerce/view-count.ts';

const headers = { 'Cache-Control': 'private, no-store' };
const refused = (status: number, field: string, message: string) =>
  Response.json({ field, message }, { status, headers });

/** Receives page views for the sellers' charts. Only counters are stored; see domain/commerce/view-count.ts. */
export const POST: APIRoute = async ({ request, locals }) => {
  const sent: unknown = await request.json().catch(() => undefined);
  if (sent === undefined) return refused(400, 'body', 'Send JSON.');
  const events = readViewBatch(sent);
  if ('field' in events) return refused(400, events.field, events.message);
  const { views } = locals.app.commerce;
  if (!(await views.mayCount(locals.client, events.length)))
    return refused(429, 'events', 'Too many events at once.');

  if (mayBeCounted((name) => request.headers.get(name))) {
    const own = locals.user
      ? await idsOwnedBy(locals.pb, locals.user.id, [...new Set(events.map(({ id }) => id))])
      : new Set();
    views.add(viewCounts(events.filter(({ id }) => !own.has(id))));
  }
  return new Response(null, { status: 204, headers });
};
