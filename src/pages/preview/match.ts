import type { APIRoute } from 'astro';
import { matchedModel } from '../../data/desk/model-matches.ts';
import { deskRefusal } from '../../domain/identity/role.ts';
import { deskRole } from '../../server/identity/second-factor.ts';

/** A light 3D model of one side of a match, for people at the operator desk. 404 for everyone else. */
export const GET: APIRoute = async ({ url, locals, request }) => {
  const headers = { 'Cache-Control': 'private, no-store' };
  const { pb, user, app } = locals;
  const role = user && (await deskRole(pb, request.headers.get('cookie'), user.id));
  const side = url.searchParams.get('side') === 'older' ? 'older' : 'newer';
  const file =
    role && deskRefusal(role, 'queue.read') === null
      ? await matchedModel(pb, url.searchParams.get('match') ?? '', side)
      : null;
  const glb = file && (await app.assets.filePreviews.glbOf(file));
  if (!glb) return Response.json({ error: 'There is no model here.' }, { status: 404, headers });
  return new Response(glb, { headers: { ...headers, 'Content-Type': 'model/gltf-binary' } });
};
