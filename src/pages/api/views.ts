import type { APIRoute } from 'astro';
import { idsOwnedBy } from '../../data/commerce/view-counts.ts';
import {
  countsAsVisitor,
  hasPrivacySignal,
  readViewBatch,
  viewCounts,
} from '../../domain/commerce/view-count.ts';

/** The analytics consent cookie. It does not identify the visitor. */
const CONSENT = /(?:^|;\s*)counting=yes(?:;|$)/;
const headers = { 'Cache-Control': 'private, no-store' };
const refused = (status: number, field: string, message: string) =>
  Response.json({ field, message }, { status, headers });

/** Receives page views for the sellers' charts. Only counters are stored; see domain/commerce/view-count.ts. */
export const POST: APIRoute = async ({ request, locals }) => {
  const sent: unknown = await request.json().catch(() => undefined);
  if (sent === undefined) return refused(400, 'body', 'Send JSON.');
  const events = readViewBatch(sent);
  if ('field' in events) return refused(400, events.field, events.message);
  const { views } = locals.app;
  if (!(await views.mayCount(locals.client, events.length)))
    return refused(429, 'events', 'Too many events at once.');

  const header = (name: string) => request.headers.get(name);
  const agreed = CONSENT.test(header('cookie') ?? '') && !hasPrivacySignal(header);
  if (agreed && countsAsVisitor(header('user-agent'))) {
    const own = locals.user
      ? await idsOwnedBy(locals.pb, locals.user.id, [...new Set(events.map(({ id }) => id))])
      : new Set();
    views.add(viewCounts(events.filter(({ id }) => !own.has(id))));
  }
  return new Response(null, { status: 204, headers });
};
