import autocannon from 'autocannon';

/** The load process: `load` starts it with its own arguments in their order; it reports what it measured. */
const [origin = '', path = '/', seconds = '1', connections = '1', cookie = ''] = process.argv.slice(2);

const result = await autocannon({
  url: origin,
  requests: [{ path }],
  duration: Number(seconds),
  connections: Number(connections),
  headers: { 'accept-encoding': 'br', accept: 'text/html', ...(cookie === '' ? {} : { cookie }) },
  idReplacement: path.includes('[<id>]'),
});
process.send?.({
  non2xx: result.non2xx,
  errors: result.errors,
  succeeded: result['2xx'],
  seconds: result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
});
process.disconnect();
