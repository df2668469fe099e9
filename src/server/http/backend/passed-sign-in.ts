import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Backend, secretHeader } from '../../../data/kernel/backend.ts';
import { sendJson, sendJsonError } from '../../../front/send.ts';
import type { App } from '../../app/app.ts';
import type { BodyRule } from '../incoming/body-rules.ts';

/** An address and a password fit many times over. */
export const SIGN_IN_RULE: BodyRule = { limitBytes: 4000, reserved: false };
const TEXT_MAX = 255;
const REFUSED = 'Something went wrong while processing your request.';

/**
 * The backend's own address for signing in with a password, for programs that use its client. Attempts are counted
 * together with those of the sign-in page. Only the two fields are passed on, and the backend's answer is returned.
 */
export async function servePassedSignIn(
  app: Pick<App, 'settings' | 'identity'>,
  req: IncomingMessage,
  res: ServerResponse,
  body: Buffer,
  client: string,
): Promise<void> {
  const sent = fieldsOf(body);
  const missing = (['identity', 'password'] as const).find((name) => !isText(sent?.[name]));
  if (!sent || missing) {
    const data = missing ? { [missing]: { code: 'validation_required', message: 'Cannot be blank.' } } : {};
    return sendJsonError(res, 400, REFUSED, data);
  }
  const identity = String(sent['identity']);
  const device = app.identity.knownDevices.deviceOf(req.headers.cookie, identity);
  const attempt = { account: identity, client, device };
  const wait = await app.identity.signInLimits
    .minutesToWait('password', attempt)
    .catch(() => 'away' as const);
  if (wait === 'away') return sendAway(res);
  if (wait !== null) {
    res.setHeader('retry-after', String(wait * 60));
    return sendJsonError(res, 429, 'Too many attempts; wait a few minutes.');
  }
  const answer = await askBackend(app.settings.pocketbase, client, {
    identity,
    password: String(sent['password']),
  });
  if (!answer) return sendAway(res);
  // Where the backend has gone meanwhile, the count of wrong passwords stays: they are let in all the same.
  if (answer.status === 200)
    await app.identity.signInLimits.forget('password', attempt).catch(() => undefined);
  sendJson(res, answer.status, answer.body);
}

function sendAway(res: ServerResponse): void {
  res.setHeader('retry-after', '2');
  sendJsonError(res, 503, 'The service is restarting; try again in a moment.');
}

async function askBackend(
  { url, secret }: Backend,
  client: string,
  fields: { identity: string; password: string },
): Promise<{ status: number; body: object } | null> {
  try {
    const answer = await fetch(`${url}/api/collections/users/auth-with-password`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-guildhall-client': client,
        ...secretHeader(secret),
      },
      body: JSON.stringify(fields),
    });
    return { status: answer.status, body: (await answer.json()) as object };
  } catch {
    return null;
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= TEXT_MAX;

function fieldsOf(body: Buffer): Record<string, unknown> | null {
  try {
    const sent: unknown = JSON.parse(body.toString());
    return typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
