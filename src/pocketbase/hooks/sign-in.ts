import { ROLE_SESSION_SECONDS } from '../../domain/identity/second-factor.ts';

/** What only the engine can do about signing in; the site decides when. Its routes are for superusers only. */

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

/**
 * Mails `code` and a link that confirms the address to somebody who has signed up. `subject` and `body` are the site's; {OTP}
 * and {TOKEN} stand for the two.
 */
export function mailSignUp(e: RequestEvent): unknown {
  const { user, code, subject, body } = e.requestInfo().body;
  const record = userOf(e.app, user);
  if (!record) return refuse(e, 404, 'user');
  const token = record.newVerificationToken();
  const filled = (text: unknown) =>
    String(text).split('{OTP}').join(String(code)).split('{TOKEN}').join(token);
  const { senderAddress, senderName } = e.app.settings().meta;
  e.app.newMailClient().send(
    new MailerMessage({
      from: { address: senderAddress, name: senderName },
      to: [{ address: String(record.get('email')) }],
      subject: filled(subject),
      html: filled(body),
    }),
  );
  return e.json(200, { ok: true });
}

/** Whether `secret` is the one of the browser that made the account, kept for as long as the sign-up waits. */
function isOfSignUp(app: App, record: StoredRecord, secret: unknown): boolean {
  if (typeof secret !== 'string' || secret === '') return false;
  const found = new DynamicModel({ count: 0 });
  app
    .db()
    .newQuery(
      'SELECT count(*) AS count FROM sign_ups WHERE user = {:user} AND secretHash = {:hash} AND expiresAt >= {:now}',
    )
    .bind({
      user: record.id,
      hash: $security.sha256(secret),
      now: new Date().toISOString().replace('T', ' '),
    })
    .one(found);
  return found['count'] === 1;
}

/**
 * Call it before an account's address is confirmed for the first time. Whoever made the account need not own the address:
 * unless the browser that confirms is the one that made it, the password becomes a random one. Saved with `verified`, that
 * changes the token key, and with the key go sessions, API tokens, codes, proofs and the sign-up's secret, all in one
 * transaction. Returns whether it did.
 */
function endEarlierAccess(app: App, record: StoredRecord, secret: unknown): boolean {
  if (record.get('verified') || isOfSignUp(app, record, secret)) return false;
  record.setRandomPassword();
  return true;
}

/** Guards the engine's own way to confirm an address, by the mailed link. */
export function confirmAddress(e: RecordRequestEvent): void {
  endEarlierAccess(e.app, e.record, e.requestInfo().body['secret']);
  e.next();
}

/** Uses a code up and confirms the address that it was mailed to. Null where it is used up already. */
function spendCode(
  app: App,
  userId: string,
  code: unknown,
  secret: unknown,
): { endedEarlierAccess: boolean } | null {
  let spent: { endedEarlierAccess: boolean } | null = null;
  app.runInTransaction((tx) => {
    const deleted = tx
      .db()
      .newQuery('DELETE FROM sign_in_codes WHERE id = {:code} AND user = {:user}')
      .bind({ code: String(code), user: userId })
      .execute()
      .rowsAffected();
    if (deleted !== 1) return;
    const record = tx.findRecordById('users', userId);
    spent = { endedEarlierAccess: endEarlierAccess(tx, record, secret) };
    if (record.get('verified')) return;
    record.set('verified', true);
    tx.save(record);
    tx.db().newQuery('DELETE FROM sign_ups WHERE user = {:user}').bind({ user: userId }).execute();
  });
  return spent;
}

/**
 * Answers with a new session of the user, as after a password, but not for a suspended user. Where the request names a
 * `code`, it is used up and confirms the address; `secret` is what the browser keeps of its sign-up.
 */
export function openSession(e: RequestEvent): unknown {
  const { user, code, secret } = e.requestInfo().body;
  const record = userOf(e.app, user);
  if (!record) return refuse(e, 404, 'user');
  if (record.get('suspended')) return refuse(e, 403, 'suspended');
  if (code === undefined) return $apis.recordAuthResponse(e, record, 'otp', null);
  const spent = spendCode(e.app, record.id, code, secret);
  if (!spent) return refuse(e, 409, 'spent');
  // The key that signs the session may be a new one.
  return $apis.recordAuthResponse(e, e.app.findRecordById('users', record.id), 'otp', spent);
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
