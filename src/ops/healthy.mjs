/**
 * Whether the process of this container does its work: exit 0 or 1. A container has one process; what has opened its port is
 * asked: a site or the jobs whether they live, a database for its health.
 * An address that does not answer within three seconds counts as ill.
 */
const port = process.env.PORT || '4321';
const gate = process.env.POCKETBASE_GATE_PORT || '8091';
const asked = process.argv[2] ?? 'site';
const address =
  asked === 'backend'
    ? `http://127.0.0.1:${gate}/api/health`
    : `http://127.0.0.1:${port}/${asked === 'ready' ? 'readyz' : 'healthz'}`;
const answer = await fetch(address, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
