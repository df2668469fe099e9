import { asOperator } from './audit.ts';
import { changesAfter, latestChange } from './changes.ts';
import { capReadConnections } from './connections.ts';
import { authoriseSubscription, pushToUsers } from './live.ts';
import { guardPictures } from './pictures.ts';
import { priceRefusal } from './price.ts';
import { runQueries } from './queries.ts';
import { confirmAddress, mailCode, mailSignUp, openSession, shortenSession } from './sign-in.ts';
import { runTransaction } from './transaction.ts';

/**
 * Everything that PocketBase's engine runs. The engine stores a callback as source text without its scope, so each
 * callback loads this bundle and calls a handler by name.
 */
export const handlers = {
  transaction(e: RequestEvent): unknown {
    let sent: unknown;
    try {
      sent = JSON.parse(toString(e.request.body));
    } catch {
      return e.json(400, { ok: false, code: 'json', message: 'the body is JSON' });
    }
    const answer = runTransaction(e.app, sent);
    return e.json(answer.status, answer.body);
  },
  ask(e: RequestEvent): unknown {
    let sent: unknown;
    try {
      sent = JSON.parse(toString(e.request.body));
    } catch {
      return e.json(400, { message: 'the body is JSON' });
    }
    const { queries } = (sent ?? {}) as { queries?: unknown };
    const answer = runQueries(e.app, queries);
    if (answer.status === 400) return e.json(400, { message: answer.message });
    e.response.header().set('Content-Type', 'application/json');
    return e.string(200, answer.json);
  },
  changes(e: RequestEvent): unknown {
    const query = e.request.url.query();
    const after = Number(query.get('after'));
    const limit = Number(query.get('limit') || '500');
    if (!(after >= 0) || !(limit >= 1 && limit <= 5000)) {
      return e.json(400, { ok: false, code: 'query', message: 'after is 0 or more, limit 1 to 5000' });
    }
    return e.json(200, { changes: changesAfter(e.app, after, limit), latest: latestChange(e.app) });
  },
  /** Gives the engine's own mails (sign-in and address changes) the plain text that was written for them, and the link to the settings. */
  mail(e: MailerEvent): void {
    const { message } = e;
    const plain = /<!--text\n([\s\S]*?)\n-->\n?/.exec(message.html);
    if (plain) {
      message.text = `${plain[1]}\n`;
      message.html = message.html.split(plain[0]).join('');
    }
    const home = e.app.settings().meta.appURL.replace(/\/+$/, '');
    e.message.headers = {
      ...e.message.headers,
      'List-Unsubscribe': `<${home}/account/notifications/settings>`,
    };
    e.next();
  },
  listen(e: RealtimeSubscribeEvent): void {
    authoriseSubscription(e);
  },
  push(e: RequestEvent): unknown {
    let sent: { users?: unknown; data?: unknown } | null = null;
    try {
      sent = JSON.parse(toString(e.request.body));
    } catch {
      return e.json(400, { ok: false, code: 'json', message: 'the body is JSON' });
    }
    const { users, data } = sent ?? {};
    if (!Array.isArray(users) || users.length > 1000 || typeof data !== 'string') {
      return e.json(400, { ok: false, code: 'news', message: 'users is a list of up to 1000, data a text' });
    }
    return e.json(200, { told: pushToUsers(e.app, users.map(String), data) });
  },
  code(e: RequestEvent): unknown {
    return mailCode(e);
  },
  signUp(e: RequestEvent): unknown {
    return mailSignUp(e);
  },
  session(e: RequestEvent): unknown {
    return openSession(e);
  },
  confirm(e: RecordRequestEvent): void {
    confirmAddress(e);
  },
  shorten(e: RecordAuthRequestEvent): void {
    shortenSession(e);
  },
  pictures(e: RecordEvent): void {
    guardPictures(e.record);
    e.next();
  },
  /** Whoever has a new address or password gets the next link at once: those mailed before are dead, whatever the engine's pause. */
  address(e: RecordEvent): void {
    const { app, record } = e;
    const before = record.original().get('tokenKey');
    e.next();
    if (record.get('tokenKey') !== before)
      app.store().remove(`@limitVerificationEmail_${record.collection().id}${record.id}`);
  },
  price(e: RecordRequestEvent): void {
    // requestInfo() has already turned "12,50" into 0, so the raw body is read; forms contain only texts.
    const { request } = e.requestEvent;
    const isJson = /^application\/json\b/i.test(request.header.get('Content-Type'));
    const sent = isJson
      ? (JSON.parse(toString(request.body)) as { [name: string]: unknown })
      : e.requestInfo().body;
    const trap = isJson
      ? priceRefusal('products', sent)
      : 'priceCents' in sent
        ? 'priceCents is sent as JSON'
        : null;
    if (trap) {
      throw new BadRequestError('Something went wrong while processing your request.', {
        priceCents: new ValidationError('price', trap),
      });
    }
    e.next();
  },
  audit(e: RecordRequestEvent): void {
    if (e.requestEvent.request.header.get('X-Guildhall-Site') === '') asOperator(e);
    else e.next();
  },
  capReadConnections(): void {
    capReadConnections();
  },
  /**
   * Counts the tables anew that have grown tenfold since. Without these statistics the planner takes a walk through all
   * products for cheaper than 24 look-ups. The engine's own nightly run looks only at tables that its one writing
   * connection has read; 0x10002 looks at all, and the limit that SQLite sets for it keeps that to moments.
   */
  statistics(): void {
    $app.nonconcurrentDB().newQuery('PRAGMA optimize = 0x10002').execute();
  },
};

// Only the loading interpreter has routerAdd; the pooled ones do not register routes.
if (typeof routerAdd === 'function') {
  routerAdd(
    'POST',
    '/internal/tx',
    (e) => require(`${__hooks}/main.pb.js`).handlers.transaction(e),
    $apis.requireSuperuserAuth(),
  );
  routerAdd(
    'POST',
    '/internal/ask',
    (e) => require(`${__hooks}/main.pb.js`).handlers.ask(e),
    $apis.requireSuperuserAuth(),
  );
  routerAdd(
    'GET',
    '/internal/changes',
    (e) => require(`${__hooks}/main.pb.js`).handlers.changes(e),
    $apis.requireSuperuserAuth(),
  );
  routerAdd(
    'POST',
    '/internal/tell',
    (e) => require(`${__hooks}/main.pb.js`).handlers.push(e),
    $apis.requireSuperuserAuth(),
  );
  routerAdd(
    'POST',
    '/internal/code',
    (e) => require(`${__hooks}/main.pb.js`).handlers.code(e),
    $apis.requireSuperuserAuth(),
  );
  routerAdd(
    'POST',
    '/internal/sign-up',
    (e) => require(`${__hooks}/main.pb.js`).handlers.signUp(e),
    $apis.requireSuperuserAuth(),
  );
  routerAdd(
    'POST',
    '/internal/session',
    (e) => require(`${__hooks}/main.pb.js`).handlers.session(e),
    $apis.requireSuperuserAuth(),
  );
  onMailerSend((e) => require(`${__hooks}/main.pb.js`).handlers.mail(e));
  onRealtimeSubscribeRequest((e) => require(`${__hooks}/main.pb.js`).handlers.listen(e));
  onRecordAuthRequest((e) => require(`${__hooks}/main.pb.js`).handlers.shorten(e), 'users');
  onBootstrap((e) => {
    e.next();
    require(`${__hooks}/main.pb.js`).handlers.capReadConnections();
  });
  cronAdd('statistics', '7 * * * *', () => require(`${__hooks}/main.pb.js`).handlers.statistics());
  onRecordConfirmVerificationRequest((e) => require(`${__hooks}/main.pb.js`).handlers.confirm(e), 'users');
  onRecordCreate((e) => require(`${__hooks}/main.pb.js`).handlers.pictures(e), 'users', 'stores', 'products');
  onRecordUpdate((e) => require(`${__hooks}/main.pb.js`).handlers.pictures(e), 'users', 'stores', 'products');
  onRecordUpdate((e) => require(`${__hooks}/main.pb.js`).handlers.address(e), 'users');
  onRecordUpdateRequest(
    (e) => require(`${__hooks}/main.pb.js`).handlers.audit(e),
    'users',
    'stores',
    'products',
    'business_accounts',
    'cases',
    'roles',
    'guilds',
    'guild_members',
  );
  onRecordCreateRequest((e) => require(`${__hooks}/main.pb.js`).handlers.audit(e), 'cases', 'roles');
  onRecordDeleteRequest((e) => require(`${__hooks}/main.pb.js`).handlers.audit(e), 'roles');
  onRecordCreateRequest((e) => require(`${__hooks}/main.pb.js`).handlers.price(e), 'products');
  onRecordUpdateRequest((e) => require(`${__hooks}/main.pb.js`).handlers.price(e), 'products');
}
