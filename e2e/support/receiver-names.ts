import dns from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into the site of the stories before its own code: "receiver-4711.guildhall.test" is a public address there, and what
 * is sent to it arrives at that port of this machine, without TLS. The site has no setting that would allow either.
 */
const RECEIVER = /^receiver-(\d+)\.guildhall\.test$/;
/** Any public one; nothing is sent there. */
const PUBLIC = '1.1.1.1';

const request = https.request as (target: URL, options: http.RequestOptions) => http.ClientRequest;

/** Knows the receivers, and asks name servers for all others. */
class ResolverOfStories extends dns.Resolver {
  constructor(...options: ConstructorParameters<typeof dns.Resolver>) {
    super(...options);
    const knowing = (resolve: (host: string) => Promise<string[]>, addresses: string[]) => (host: string) =>
      RECEIVER.test(host) ? Promise.resolve(addresses) : resolve.call(this, host);
    Object.assign(this, {
      resolve4: knowing(this.resolve4, [PUBLIC]),
      resolve6: knowing(this.resolve6, []),
    });
  }
}

Object.assign(dns, { Resolver: ResolverOfStories });
Object.assign(https, {
  request(target: URL, options: http.RequestOptions, ...more: []) {
    const port = RECEIVER.exec(target.hostname ?? '')?.[1];
    if (port === undefined) return request(target, options, ...more);
    const { method, headers, signal } = options;
    const here = { host: '127.0.0.1', port, path: target.pathname };
    return http.request({
      ...here,
      ...(method && { method }),
      ...(headers && { headers }),
      ...(signal && { signal }),
    });
  },
});
syncBuiltinESMExports();
