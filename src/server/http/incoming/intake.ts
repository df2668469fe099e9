import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileSizeText } from '../../../domain/kernel/file-size.ts';
import {
  type BodiesOptions,
  type BodyRefusal,
  dropBody,
  openBodies,
} from '../../../front/incoming/bodies.ts';
import { sendRefusal } from '../../../front/send.ts';
import type { App } from '../../app/app.ts';
import { sendBusy } from '../busy.ts';
import { type BodyRule, FORM_LIMIT_BYTES } from './body-rules.ts';

/** Where the bodies of requests come in. */
export interface Intake {
  /** Bytes that are reserved for bodies at the moment. */
  readonly heldBytes: number;
  /**
   * The body of a request; null if it was refused and the refusal was sent. A body longer than a form is only accepted
   * from people who are signed in, which is checked before it is read.
   * @throws VisitorGone
   */
  bodyOf(req: IncomingMessage, res: ServerResponse, rule: BodyRule, client: string): Promise<Buffer | null>;
  /**
   * The body of a request by somebody whose token was checked before, or why it is not accepted; nothing is answered then.
   * @throws VisitorGone
   */
  bodyOfKnown(
    req: IncomingMessage,
    res: ServerResponse,
    rule: BodyRule,
    client: string,
  ): Promise<Buffer | BodyRefusal>;
}

const REFUSALS: Record<Exclude<BodyRefusal, 'full'>, (limitBytes: number) => [number, string]> = {
  'too-large': (limitBytes) => [413, `The request is larger than ${fileSizeText(limitBytes)}.`],
  'too-slow': () => [408, 'The request arrived too slowly; try again.'],
};

export function openIntake(
  { settings, http: { sessions } }: Pick<App, 'settings' | 'http'>,
  options: BodiesOptions = {},
): Intake {
  const bodies = openBodies(options);

  const refuse = (res: ServerResponse, status: number, sentence: string): null => {
    if (status === 503) res.setHeader('retry-after', '2');
    sendRefusal(res, status, sentence);
    return null;
  };

  const read = (req: IncomingMessage, res: ServerResponse, rule: BodyRule, client: string, isLong: boolean) =>
    bodies.read(req, res, {
      ...rule,
      kind: isLong ? 'long' : 'form',
      address: settings.limits ? client : null,
    });
  /** Without a declared length it may be as long as the rule says. */
  const lengthOf = ({ headers }: IncomingMessage, rule: BodyRule) =>
    Number(headers['content-length'] ?? rule.limitBytes);

  return {
    get heldBytes() {
      return bodies.heldBytes;
    },
    async bodyOf(req, res, rule, client) {
      const length = lengthOf(req, rule);
      const isLong = length > FORM_LIMIT_BYTES && length <= rule.limitBytes && !rule.reserved;
      if (isLong) {
        const { state } = await sessions.senderOf(req.headers.cookie ?? null, client);
        if (state !== 'known') {
          dropBody(req, res);
          return state === 'refused'
            ? refuse(res, 401, 'Sign in first.')
            : refuse(res, 503, 'Your account cannot be checked at the moment; try again shortly.');
        }
      }
      const body = await read(req, res, rule, client, isLong);
      if (typeof body !== 'string') return body;
      if (body === 'full') {
        sendBusy(req, res, 503, 2);
        return null;
      }
      const [status, sentence] = REFUSALS[body](rule.limitBytes);
      return refuse(res, status, sentence);
    },
    bodyOfKnown: (req, res, rule, client) =>
      read(req, res, rule, client, lengthOf(req, rule) > FORM_LIMIT_BYTES),
  };
}
