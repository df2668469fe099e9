import type { APIRoute } from 'astro';
import { markdownRefusal } from '../../domain/kernel/markdown-text.ts';
import { renderMarkdown } from '../../features/catalogue/product/markdown.ts';

/** The longest text in Markdown, in characters. */
const TEXT_MAX = 20_000;

/** Renders a seller's Markdown as pages will show it, for the preview beside the field. */
export const POST: APIRoute = async ({ request, locals }) => {
  const { user, app } = locals;
  const refuse = (status: number, error: string) =>
    Response.json({ error, field: 'text' }, { status, headers: { 'Cache-Control': 'private, no-store' } });
  if (!user) return refuse(401, 'Sign in to see the preview.');
  const wait = await app.postingLimits.postingRefusal(user, 'preview', app.commerce.now());
  if (wait !== null) return refuse(429, wait);
  const text = await request.text();
  if (text.length > TEXT_MAX) return refuse(413, `Use at most ${TEXT_MAX} characters.`);
  const refusal = markdownRefusal(text, TEXT_MAX);
  if (refusal !== null) return refuse(400, refusal);
  return Response.json({ html: renderMarkdown(text) }, { headers: { 'Cache-Control': 'private, no-store' } });
};
