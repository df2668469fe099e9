/** Two things about signing in that only the engine can do; the site decides when. Both are for superusers only. */

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
