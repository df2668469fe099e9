import { type ActionError, getActionContext } from 'astro:actions';
import { defineMiddleware } from 'astro:middleware';
import type { APIContext, MiddlewareNext } from 'astro';
import { actionError } from './actions/kernel/action-error.ts';
import { wantsMature } from './data/identity/mature.ts';
import { CLEARED_ON_SIGN_OUT } from './data/identity/session.ts';
import { MATURE_CONTENT } from './domain/catalogue/mature-content.ts';
import { LOOK_ENDED_TEXT, lookRefusalText, lookRule } from './domain/identity/look.ts';
import { pageTag, paths } from './paths.ts';
import { type Recognition, recogniseVisitor } from './server/app/recognition.ts';
import { registeredApp } from './server/app/registry.ts';
import { withoutLongTexts } from './server/http/long-texts.ts';
import { DISK_FULL, expectedFailure, RESTARTING } from './server/kernel/failure-log.ts';
import { badRequest, conflict, forbidden, RefusalError, unavailable } from './server/kernel/refusal-error.ts';

/** Fills the locals and redirects from /account, /login and /signup as needed. */
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
  const visitor = await recogniseVisitor(locals.app, cookies, header, locals.client);
  if (visitor.state === 'known') {
    locals.user = visitor.user;
    locals.session = visitor.session;
    const { look } = visitor;
    if (look !== null && look !== 'ended' && !isOwnDuringLook(context)) {
      locals.user = look;
      locals.look = { username: look.username };
      const refusal = lookPageRefusal(context, look.username);
      if (refusal !== null) return refusal;
    }
  }
  const allowsMature = locals.app.site.get(MATURE_CONTENT).isShown;
  locals.showsMature = allowsMature && (locals.user ? locals.user.showMature : wantsMature(header));
  const path = url.pathname;
  const isAccount = path === paths.account() || path.startsWith(`${paths.account()}/`);
  if (isAccount && visitor.state === 'unavailable')
    return context.rewrite(new Request(new URL(paths.unavailable(), url)));
  if (isAccount && visitor.state === 'anonymous') return context.redirect(paths.login(path + url.search));
  if (
    visitor.state === 'known' &&
    (path === paths.login() || path === paths.signup()) &&
    request.method === 'GET'
  ) {
    return context.redirect(paths.home());
  }
  const before = mayWrite(request.method, path) ? locals.app.ownWrites.count : null;
  const response = (await actionResponse(context, visitor)) ?? (await pageResponse(context, next));
  const written = before === null ? null : await locals.app.ownWrites.cookieSince(before).catch(() => null);
  if (written !== null) response.headers.append('Set-Cookie', written);
  const { action } = getActionContext(context);
  if (action && SIGNING_OUT.has(action.name) && response.ok)
    for (const [name, value] of Object.entries(CLEARED_ON_SIGN_OUT)) response.headers.set(name, value);
  // Every page shows what operators set; without a page's own consent it is not cached for all that.
  context.cache.set({ tags: [pageTag.site()] });
  // Pages with mature models must not be cached.
  if (locals.showsMature) context.cache.set(false);
  if (visitor.state !== 'anonymous' || isAccount || locals.showsMature)
    response.headers.set('Cache-Control', 'private, no-store');
  return response;
});

const OWN_DURING_LOOK = new Set([paths.signedOut(), paths.matchPreview('', 'older').split('?')[0]]);

/** Whether an operator who looks at somebody acts in their own name here: at the desk, and where they sign out. */
function isOwnDuringLook(context: APIContext): boolean {
  const { action } = getActionContext(context);
  if (action) return lookRule(action.name) === 'own';
  const path = context.url.pathname;
  const desk = paths.operatorDesk();
  return path === desk || path.startsWith(`${desk}/`) || OWN_DURING_LOOK.has(path);
}

/** The answer to what is sent to a page during a look, other than by actions: it would be done in the person's name. */
function lookPageRefusal(context: APIContext, username: string): Response | null {
  const { method } = context.request;
  if (method === 'GET' || method === 'HEAD' || getActionContext(context).action) return null;
  // Sent by every page by itself: nobody's visits are counted by it.
  if (context.url.pathname === paths.views()) return new Response(null, { status: 204 });
  return new Response(lookRefusalText('', username), {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}

/** Why an action is not called during a look, or after one that the page still shows. */
function lookActionError(context: APIContext, name: string, visitor: Recognition): ActionError | null {
  const rule = lookRule(name);
  if (rule === 'own' || visitor.state !== 'known') return null;
  if (visitor.look === 'ended') return actionError(conflict(LOOK_ENDED_TEXT));
  const { look } = context.locals;
  return look && rule === 'refused' ? actionError(forbidden(lookRefusalText(name, look.username))) : null;
}

/** The pages to which the payment provider returns people: they settle what was paid. */
const SETTLING = new Set([
  paths.productPaymentSuccess(),
  paths.subscriptionPaymentSuccess(),
  paths.sellerSubscriptionSuccess(),
]);
const mayWrite = (method: string, path: string) => method === 'POST' || SETTLING.has(path);

const RETRY_AFTER = { 'Retry-After': '5' };
const AWAY = 'The service is restarting; try again in a moment.';

/**
 * The response of a page. What fails because the backend or the payment provider is away is reported in one line; Astro
 * would log each with its stack. The visitor gets a page that tries again by itself, a program a sentence.
 */
async function pageResponse(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, url } = context;
  try {
    return await next();
  } catch (reason) {
    const outage = expectedFailure(reason);
    // The page that is shown instead asks for nothing; should it fail, it would be shown instead of itself.
    if (outage === null || locals.outage) throw reason;
    locals.app.commerce.onError(reason);
    const said = outage === 'the disk is full' ? DISK_FULL : AWAY;
    if (isForPrograms(url.pathname)) return new Response(said, { status: 503, headers: RETRY_AFTER });
    locals.outage = outage;
    locals.wasForm = context.request.method === 'POST';
    return context.rewrite(new Request(new URL(paths.unavailable() + url.search, url)));
  }
}

/** Feeds, sitemaps and what scripts ask for. */
const isForPrograms = (path: string) => /^\/(api|feeds|sitemaps)\/|\.(xml|json|txt)$/.test(path);

/** The actions after which this browser is signed out. */
const SIGNING_OUT = new Set(['session.signOut', 'account.logOutEverywhere', 'account.deleteAccount']);
const UNREADABLE = 'The request could not be read.';
const WENT_WRONG = 'Something went wrong while processing your request.';

/**
 * The response of the action that a request calls, or null where a page is to be rendered: no action was called, or the
 * page shows the result of its form. Astro itself would answer an invalid name or body with a server error, and would
 * show internal error messages to the visitor.
 */
async function actionResponse(context: APIContext, visitor: Recognition): Promise<Response | null> {
  const { action, setActionResult, serializeActionResult } = getActionContext(context);
  if (!action) return null;
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
  // The page reads the form again, so an unreadable body is refused here.
  if (action.calledFrom === 'form' && isForm.test(context.request.headers.get('content-type') ?? '')) {
    const form = await context.request
      .clone()
      .formData()
      .catch(() => null);
    if (!form) return new Response(UNREADABLE, { status: 400 });
  }
  const refused = lookActionError(context, action.name, visitor);
  // Errors of an action are part of its result; what is thrown here concerns its name or body.
  const result = refused
    ? { data: undefined, error: refused }
    : await action.handler().catch(() => ({
        data: undefined,
        error: actionError(badRequest(UNREADABLE)),
      }));
  // Who they are could not be asked, so they need not sign in again.
  if (result.error?.code === 'UNAUTHORIZED' && visitor.state === 'unavailable')
    result.error = actionError(unavailable(RESTARTING));
  if (result.error?.code === 'INTERNAL_SERVER_ERROR') {
    context.locals.app.commerce.onError(new Error(`${action.name}: ${result.error.message}`));
    result.error = actionError(new RefusalError('internal', WENT_WRONG));
  }
  if (action.calledFrom === 'form') {
    setActionResult(action.name, serializeActionResult(result));
    return null;
  }
  const { data, filled } = withoutLongTexts(result.data);
  const serialized = serializeActionResult(result.error ? result : { data, error: undefined });
  return new Response(serialized.type === 'empty' ? null : filled(serialized.body), {
    status: serialized.status,
    headers: {
      ...(serialized.type === 'empty' ? {} : { 'Content-Type': serialized.contentType }),
      ...(serialized.status === 503 ? RETRY_AFTER : {}),
    },
  });
}
