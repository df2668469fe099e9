import { createHash } from 'node:crypto';
import http from 'node:http';
import { freePort } from '../../src/ops/ports.ts';

/** A stand-in for the parts of Google's sign-in that PocketBase uses: consent, token with PKCE, and user info. */
export interface GoogleStandIn {
  env: Record<string, string>;
  close(): Promise<void>;
}

export async function openGoogleStandIn(person: {
  id: string;
  email: string;
  name: string;
}): Promise<GoogleStandIn> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const challenges = new Map<string, string>();
  const server = http.createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', origin);
    const json = (status: number, value: object) => {
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(JSON.stringify(value));
    };
    if (pathname === '/auth') {
      const code = crypto.randomUUID();
      challenges.set(code, searchParams.get('code_challenge') ?? '');
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('code', code);
      res.writeHead(200, { 'content-type': 'text/html' });
      res.end(
        `<h1>Google stand-in</h1><a href="${back.href.replaceAll('&', '&amp;')}">Continue as ${person.name}</a>`,
      );
    } else if (pathname === '/token') {
      let body = '';
      for await (const chunk of req) body += String(chunk);
      const sent = new URLSearchParams(body);
      const proof = createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url');
      const known = challenges.get(sent.get('code') ?? '') === proof;
      challenges.delete(sent.get('code') ?? '');
      if (known) json(200, { access_token: 'stand-in', token_type: 'Bearer', expires_in: 3600 });
      else json(400, { error: 'invalid_grant' });
    } else if (pathname === '/userinfo') {
      json(200, {
        sub: person.id,
        id: person.id,
        email: person.email,
        email_verified: true,
        verified_email: true,
        name: person.name,
      });
    } else json(404, {});
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    env: {
      GOOGLE_CLIENT_ID: 'stand-in',
      GOOGLE_CLIENT_SECRET: 'stand-in',
      GOOGLE_AUTH_URL: `${origin}/auth`,
      GOOGLE_TOKEN_URL: `${origin}/token`,
      GOOGLE_USER_INFO_URL: `${origin}/userinfo`,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
