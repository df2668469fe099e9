import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { type Names, NoSuchName, openNames } from './names.ts';
import { isPublicAddress } from './public-address.ts';

/** The one door for requests to addresses that people name. */
export interface OutgoingRequests {
  /**
   * Posts a text. No redirect is followed, and no more than the beginning of the answer is read.
   * @param share whose address it is, such as a store's id: each looks up one host at a time
   * @throws OutgoingFailed with a sentence for whoever named the address
   */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
}

export interface OutgoingRequest {
  headers: Record<string, string>;
  body: string;
  share: string;
}

export interface OutgoingAnswer {
  status: number;
  /** Its beginning, at most 64 kB. */
  text: string;
}

/** No answer came, or the address is refused. */
export class OutgoingFailed extends Error {}

export interface OutgoingOptions {
  names: Names;
  isAllowed(address: string): boolean;
  /** Only tests allow http: there is no certificate for a receiver on this machine. */
  protocols: readonly string[];
  /** From the look-up, once it is its turn, to the last byte, in ms. */
  withinMs: number;
}

const ANSWER_BYTES = 64 * 1024;

const DEFAULTS: Omit<OutgoingOptions, 'names'> = {
  isAllowed: isPublicAddress,
  protocols: ['https:'],
  withinMs: 5_000,
};

/**
 * Opens the door. A host is resolved once; one private address among its addresses refuses it, and the connection goes to
 * the address that was checked, so that another answer of the name server a moment later leads nowhere else.
 */
export function openOutgoing(options: Partial<OutgoingOptions> = {}): OutgoingRequests {
  const { names, isAllowed, protocols, withinMs } = { ...DEFAULTS, names: openNames(), ...options };
  return {
    async post(url, { headers, body, share }) {
      if (!URL.canParse(url)) throw new OutgoingFailed('This is no address.');
      const target = new URL(url);
      if (!protocols.includes(target.protocol) || target.username !== '' || target.password !== '')
        throw new OutgoingFailed('Only addresses that start with https:// and name nobody are called.');
      const host = target.hostname.replace(/^\[|\]$/g, '');
      const { addresses, tookMs } = isIP(host)
        ? { addresses: [host], tookMs: 0 }
        : await names.find(host, share).catch(refused);
      const signal = AbortSignal.timeout(Math.max(1, withinMs - tookMs));
      const [address] = addresses;
      if (address === undefined) throw new OutgoingFailed('The name of the host leads nowhere.');
      if (!addresses.every(isAllowed))
        throw new OutgoingFailed('The address does not lead to the public internet.');
      return send(target, address, { headers, body, signal });
    },
  };
}

const TOO_LATE = 'No answer came in time.';

function refused(reason: unknown): never {
  throw new OutgoingFailed(
    reason instanceof NoSuchName
      ? 'The name of the host leads nowhere.'
      : 'The name servers of the host do not answer. They are asked again later.',
  );
}

function send(
  target: URL,
  address: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    const failed = (reason: Error) =>
      reject(
        new OutgoingFailed(signal.aborted ? TOO_LATE : `The address cannot be reached: ${reason.message}`),
      );
    const request = (target.protocol === 'https:' ? https : http).request(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own, to the address that was checked.
      agent: false,
      lookup: (_host, { all }, done) => {
        const family = isIP(address);
        if (all) (done as (error: null, list: object[]) => void)(null, [{ address, family }]);
        else done(null, address, family);
      },
      signal,
    });
    request.on('error', failed);
    request.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      const pieces: Buffer[] = [];
      let bytes = 0;
      const done = () =>
        resolve({ status, text: Buffer.concat(pieces).subarray(0, ANSWER_BYTES).toString() });
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes < ANSWER_BYTES) return;
        done();
        request.destroy();
      });
      answer.on('end', done);
      answer.on('error', failed);
    });
    request.end(body);
  });
}
