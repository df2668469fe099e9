import type { APIRoute } from 'astro';
import { renderMarkdown } from '../../features/catalogue/product/markdown.ts';

/** The longest text in Markdown, in characters. */
const TEXT_MAX = 20_000;

/** Renders a seller's Markdown as pages will show it, for the preview beside the field. */
export const POST: APIRoute = async ({ request, locals }) => {
  const headers = { 'Cache-Control': 'private, no-store' };
  if (!locals.user) return Response.json({ error: 'Sign in to see the preview.' }, { status: 401, headers });
  const text = await request.text();
  if (text.length > TEXT_MAX)
    return Response.json({ error: `Use at most ${TEXT_MAX} characters.` }, { status: 413, headers });
  return Response.json({ html: renderMarkdown(text) }, { headers });
};
