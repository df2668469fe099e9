import { ActionError, getActionContext } from 'astro:actions';
import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { wantsMature } from './data/identity/mature.ts';
import { paths } from './paths.ts';
import { recogniseVisitor } from './server/app/recognition.ts';
import { registeredApp } from './server/app/registry.ts';

/** Who is asking? Fills the locals, and keeps the gates of /account, /login and /signup. */
export const onRequest = defineMiddleware(async (context, next) => {
  // The build renders static pages without an app, and Astro renders its error pages without one.
  if (context.isPrerendered) return next();
  const { locals, url, cookies, request } = context;
  const registered = import.meta.env.DEV ? registeredApp() : null;
  if (registered) {
    locals.app = registered;
    locals.client = '127.0.0.1';
  }
  locals.user = null;
  locals.session = null;
  locals.showsMature = false;
  if (!locals.app) return next();
  locals.pb = locals.app.pb;

  const header = request.headers.get('cookie');
  const who = await recogniseVisitor(locals.app, cookies, header, locals.client);
  if (who.state === 'known') {
    locals.user = who.user;
    locals.session = who.session;
  }
  locals.showsMature = locals.user ? locals.user.showMature : wantsMature(header);
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
  const response = (await actionAnswer(context)) ?? (await next());
  // What is drawn for one who sees mature models is not for a cache on the way.
  if (locals.showsMature) context.cache.set(false);
  if (who.state !== 'anonymous' || isAccount || locals.showsMature)
    response.headers.set('Cache-Control', 'private, no-store');
  return response;
});

const UNREADABLE = 'The request could not be read.';
const WENT_WRONG = 'Something went wrong while processing your request.';

/**
 * The answer of the action a request asks for, or null where a page is still to be drawn: one that asks for none, or
 * one that shows what became of its form. Astro itself would take a name or a body that is none for a failure of ours,
 * and would tell the visitor in our own words why something failed.
 */
async function actionAnswer(context: APIContext): Promise<Response | null> {
  const { action, setActionResult, serializeActionResult } = getActionContext(context);
  if (!action) return null;
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
  // Whatever draws the page reads the form again, and not all of it minds that there is none.
  if (action.calledFrom === 'form' && isForm.test(context.request.headers.get('content-type') ?? '')) {
    const form = await context.request
      .clone()
      .formData()
      .catch(() => null);
    if (!form) return new Response(UNREADABLE, { status: 400 });
  }
  // What an action throws comes as a result; what is thrown here is about its name or its body.
  const result = await action
    .handler()
    .catch(() => ({ data: undefined, error: new ActionError({ code: 'BAD_REQUEST', message: UNREADABLE }) }));
  if (result.error?.code === 'INTERNAL_SERVER_ERROR') {
    context.locals.app.commerce.onError(new Error(`${action.name}: ${result.error.message}`));
    result.error = new ActionError({ code: 'INTERNAL_SERVER_ERROR', message: WENT_WRONG });
  }
  const serialized = serializeActionResult(result);
  if (action.calledFrom === 'form') {
    setActionResult(action.name, serialized);
    return null;
  }
  const headers = serialized.type === 'empty' ? {} : { 'Content-Type': serialized.contentType };
  return new Response(serialized.type === 'empty' ? null : serialized.body, {
    status: serialized.status,
    headers,
  });
}
