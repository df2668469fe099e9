import { ROLE_SESSION_SECONDS } from '../../domain/identity/second-factor.ts';

/** What only the engine can do about signing in. */

/** The user that a request names in `user`, or null. */
function userOf(app: App, id: unknown): StoredRecord | null {
  try {
    return app.findRecordById('users', String(id));
  } catch {
    // The engine throws if there is none.
    return null;
  }
}

const refuse = (e: RequestEvent, status: number, code: string) => e.json(status, { ok: false, code });

/** Mails `code` to the user with the engine's template. */
export function mailCode(e: RequestEvent): unknown {
  const { user, code } = e.requestInfo().body;
  const record = userOf(e.app, user);
  if (!record) return refuse(e, 404, 'user');
  $mails.sendRecordOTP(e.app, record, '', String(code));
  return e.json(200, { ok: true });
}

/** Answers with a new session of the user, as after a password, but not for a suspended user. */
export function openSession(e: RequestEvent): unknown {
  const record = userOf(e.app, e.requestInfo().body['user']);
  if (!record) return refuse(e, 404, 'user');
  if (record.get('suspended')) return refuse(e, 403, 'suspended');
  return $apis.recordAuthResponse(e, record, 'otp', null);
}

/** How long somebody with a role stays signed in, in nanoseconds. */
const ROLE_SESSION_NS = ROLE_SESSION_SECONDS * 1e9;

/**
 * Shortens the session that somebody with a role begins. Its token cannot be renewed, so it ends whatever they do: who took
 * it has it for hours, not for as long as they keep using it. A renewal gets the token it came with.
 */
export function shortenSession(e: RecordAuthRequestEvent): void {
  const { record, authMethod } = e;
  if (authMethod !== '' && record.collection().name === 'users' && hasRole(e.app, record.id))
    e.token = record.newStaticAuthToken(ROLE_SESSION_NS);
  e.next();
}

function hasRole(app: App, userId: string): boolean {
  const found = new DynamicModel({ roles: 0 });
  app.db().newQuery('SELECT count(*) AS roles FROM roles WHERE user = {:userId}').bind({ userId }).one(found);
  return found['roles'] !== 0;
}
