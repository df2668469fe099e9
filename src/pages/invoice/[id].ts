import { Readable } from 'node:stream';
import type { APIRoute } from 'astro';
import { invoiceOfBuyer } from '../../data/payments/tax-invoices.ts';
import { INVOICE_CLOSED } from '../../domain/identity/look.ts';
import { paths } from '../../paths.ts';

/** The PDF of an invoice or a credit note of one's own order; for everybody else there is none. */
export const GET: APIRoute = async ({ params, locals, redirect }) => {
  const id = params['id'] ?? '';
  const { user, pb, app, look } = locals;
  if (!user) return redirect(paths.login(paths.invoice(id)));
  if (look)
    return new Response(INVOICE_CLOSED, {
      status: 403,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' },
    });
  const invoice = await invoiceOfBuyer(pb, user.id, id);
  if (!invoice) return new Response(null, { status: 404 });
  const file = await app.payments.invoiceFile(invoice);
  if (!file)
    return new Response('This invoice cannot be printed at the moment. Please try again in a minute.', {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '60' },
    });
  const bytes = await app.assets.files.open(file.storageKey);
  return new Response(Readable.toWeb(bytes) as ReadableStream, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(file.sizeBytes),
      'Content-Disposition': `inline; filename="${invoice.number}.pdf"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
};
