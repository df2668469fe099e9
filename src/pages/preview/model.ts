import type { APIRoute } from 'astro';
import { sellerFile } from '../../data/assets/previews.ts';
import { storeWithPage } from '../../data/catalogue/acting-store.ts';

/** A light 3D model of one of the seller's own files, in any product state. 404 for everyone else. */
export const GET: APIRoute = async ({ url, request, locals }) => {
  const headers = { 'Cache-Control': 'private, no-store' };
  const { pb, user, app, look } = locals;
  if (!user) return Response.json({ error: 'Sign in to see the model.' }, { status: 401, headers });
  const store = await storeWithPage(app, look ? null : request.headers.get('cookie'), user.id, 'product');
  const wanted = {
    productId: url.searchParams.get('product') ?? '',
    fileId: url.searchParams.get('file') ?? '',
  };
  const file = store && (await sellerFile(pb, store.id, wanted));
  const glb = file && (await app.assets.filePreviews.glbOf(file));
  if (!glb) return Response.json({ error: 'Your store has no model like this.' }, { status: 404, headers });
  return new Response(glb, { headers: { ...headers, 'Content-Type': 'model/gltf-binary' } });
};
