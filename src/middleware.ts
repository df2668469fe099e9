import { defineMiddleware } from 'astro:middleware';
import { paths } from './paths.ts';
import { lentHall } from './server/lent-hall.ts';
import { recogniseVisitor } from './server/recognition.ts';

/** Who is asking? Fills the locals, and keeps the gates of /account, /login and /signup. */
export const onRequest = defineMiddleware(async (context, next) => {
  // The build renders static pages without a hall, and so does Astro its error pages.
  if (context.isPrerendered) return next();
  const { locals, url, cookies, request } = context;
  const lent = import.meta.env.DEV ? lentHall() : null;
  if (lent) {
    locals.hall = lent;
    locals.client = '127.0.0.1';
  }
  locals.user = null;
  locals.session = null;
  if (!locals.hall) return next();
  locals.pb = locals.hall.pb;

  const header = request.headers.get('cookie');
  const who = await recogniseVisitor(locals.hall, cookies, header, locals.client);
  if (who.state === 'known') {
    locals.user = who.user;
    locals.session = who.session;
  }
  const path = url.pathname;
  const isAccount = path === paths.account() || path.startsWith(`${paths.account()}/`);
  if (isAccount && who.state === 'unavailable')
    return context.rewrite(new Request(new URL('/unavailable', url)));
  if (isAccount && who.state === 'anonymous') return context.redirect(paths.login(path + url.search));
  if (
    who.state === 'known' &&
    (path === paths.login() || path === paths.signup()) &&
    request.method === 'GET'
  ) {
    return context.redirect(paths.home());
  }
  const response = await next();
  if (who.state !== 'anonymous' || isAccount) response.headers.set('Cache-Control', 'private, no-store');
  return response;
});
