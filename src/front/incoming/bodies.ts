import type { IncomingMessage, ServerResponse } from 'node:http';
import { SITE_TIMES, siteOf } from '../../domain/kernel/network.ts';

const MB = 1000 * 1000;
/** Room for the bodies of all requests, in bytes, and what is kept for payments besides. */
export const BODIES_MAX_BYTES = 48 * MB;
export const BODIES_RESERVE_BYTES = 4 * MB;
/** What one address may use of it, for forms and for the long bodies of people who are signed in. */
export const BODIES_OF_ADDRESS_MAX_BYTES = { form: 2 * MB, long: 20 * MB };
/** A body must bring this many bytes in each period, or its end. Slow lines bring ten times as much. */
export const PACE = { bytes: 8 * 1024, withinMs: 10_000 };
/** How much of a refused body is read and dropped, so that the visitor gets the answer and not a broken connection. */
export const DROPPED_MAX_BYTES = 32 * MB;
/** The first room of a body whose length is not known or large. In bytes. */
const FIRST_ROOM_BYTES = 16 * 1024;

/** Why a body is not accepted. */
export type BodyRefusal = 'too-large' | 'too-slow' | 'full';

/** How a body is to be read. */
export interface BodyReading {
  limitBytes: number;
  kind: 'form' | 'long';
  /** Whether it may use the room kept for payments. */
  reserved: boolean;
  /** The visitor's address; null where no limit per address applies. */
  address: string | null;
}

export interface Bodies {
  /** Bytes that are reserved for bodies at the moment. */
  readonly heldBytes: number;
  /**
   * Reads the body of a request. Its room is given back when the answer is closed.
   * @throws Error if the visitor disconnects.
   */
  read(req: IncomingMessage, res: ServerResponse, how: BodyReading): Promise<Buffer | BodyRefusal>;
}

export interface BodiesOptions {
  maxBytes?: number;
  ofAddressMaxBytes?: typeof BODIES_OF_ADDRESS_MAX_BYTES;
  reserveBytes?: number;
  pace?: typeof PACE;
}

/** Opens the one place where bodies are kept in memory: with a limit for each, for each address, and for all together. */
export function openBodies({
  maxBytes = BODIES_MAX_BYTES,
  ofAddressMaxBytes = BODIES_OF_ADDRESS_MAX_BYTES,
  reserveBytes = BODIES_RESERVE_BYTES,
  pace = PACE,
}: BodiesOptions = {}): Bodies {
  const ofAddress = new Map<string, number>();
  let held = 0;

  const heldBy = (who: string) => ofAddress.get(who) ?? 0;

  /** Reserves room, or does not. */
  const take = (bytes: number, { address, kind, reserved }: BodyReading): boolean => {
    const owners = ownersOf(address, kind);
    if (owners.some(({ who, times }) => heldBy(who) + bytes > ofAddressMaxBytes[kind] * times)) return false;
    if (held + bytes > maxBytes + (reserved ? reserveBytes : 0)) return false;
    held += bytes;
    for (const { who } of owners) ofAddress.set(who, heldBy(who) + bytes);
    return true;
  };
  const giveBack = (bytes: number, { address, kind }: BodyReading): void => {
    held -= bytes;
    for (const { who } of ownersOf(address, kind)) {
      const left = heldBy(who) - bytes;
      if (left > 0) ofAddress.set(who, left);
      else ofAddress.delete(who);
    }
  };

  return {
    get heldBytes() {
      return held;
    },
    async read(req, res, how) {
      if (req.socket.destroyed) throw new VisitorGone();
      const declared = declaredLength(req);
      if (declared === 0) return Buffer.alloc(0);
      if (declared !== null && declared > how.limitBytes) {
        dropBody(req, res);
        return 'too-large';
      }
      const longest = declared ?? how.limitBytes;
      let room = Math.min(FIRST_ROOM_BYTES, longest);
      if (!take(room, how)) {
        dropBody(req, res);
        return 'full';
      }
      res.once('close', () => giveBack(room, how));
      askForBody(req, res);

      let bytes = Buffer.allocUnsafeSlow(room);
      let length = 0;
      /** Copies a piece, so that a thousand tiny pieces cost no more memory than their bytes. */
      const keep = (piece: Buffer): BodyRefusal | null => {
        const needed = length + piece.length;
        if (needed > longest) return 'too-large';
        if (needed > room) {
          const wider = Math.min(longest, Math.max(room * 2, needed));
          if (!take(wider - room, how)) return 'full';
          room = wider;
          const wide = Buffer.allocUnsafeSlow(wider);
          bytes.copy(wide, 0, 0, length);
          bytes = wide;
        }
        piece.copy(bytes, length);
        length = needed;
        return null;
      };
      const refusal = await new Promise<BodyRefusal | null>((resolve, reject) => {
        let lengthBefore = 0;
        const slow = setInterval(() => {
          if (length - lengthBefore < pace.bytes) done('too-slow');
          lengthBefore = length;
        }, pace.withinMs);
        const onData = (piece: Buffer) => {
          const reason = keep(piece);
          if (reason !== null) done(reason);
        };
        const onEnd = () => done(null);
        const onClose = () => {
          stop();
          reject(new VisitorGone());
        };
        const stop = () => {
          clearInterval(slow);
          req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
        };
        const done = (outcome: BodyRefusal | null) => {
          stop();
          resolve(outcome);
        };
        req.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
      });
      if (refusal === null) return bytes.subarray(0, length);
      bytes = Buffer.alloc(0);
      if (refusal === 'too-slow') closeAfterAnswer(req, res);
      else dropBody(req, res);
      return refusal;
    },
  };
}

/** The visitor disconnected before the request was complete; there is nobody to answer. */
export class VisitorGone extends Error {
  constructor() {
    super('the visitor disconnected');
    this.name = 'VisitorGone';
  }
}

/** The length of a body by its headers, 0 where there is none; null if it is not known before its end. */
function declaredLength({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}

/** A client that asks first whether its body is welcome is told to send it. */
function askForBody(req: IncomingMessage, res: ServerResponse): void {
  if (/\b100-continue\b/i.test(req.headers.expect ?? '')) res.writeContinue();
}

/** Reads the rest of a body and keeps nothing of it. A visitor who sends far too much is disconnected after the answer. */
export function dropBody(req: IncomingMessage, res: ServerResponse): void {
  const declared = declaredLength(req);
  // Its body does not come at all without our consent.
  const waits = req.headers.expect !== undefined && !res.headersSent;
  if (waits || (declared !== null && declared > DROPPED_MAX_BYTES)) {
    closeAfterAnswer(req, res);
    return;
  }
  let dropped = 0;
  req.on('data', (piece: Buffer) => {
    dropped += piece.length;
    if (dropped > DROPPED_MAX_BYTES) req.destroy();
  });
  req.on('error', () => undefined);
  req.resume();
}

function closeAfterAnswer(req: IncomingMessage, res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('connection', 'close');
  req.on('error', () => undefined);
  req.resume();
}

/** Whose share a body takes: of its network and, with IPv6, of the /48 around it, which has eight times as much. */
function ownersOf(network: string | null, kind: BodyReading['kind']): { who: string; times: number }[] {
  if (network === null) return [];
  const site = siteOf(network);
  const own = { who: `${kind} ${network}`, times: 1 };
  return site === null ? [own] : [own, { who: `${kind} ${site}`, times: SITE_TIMES }];
}
