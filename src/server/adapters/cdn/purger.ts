/** Where a cache in front of the sites, such as Varnish or a CDN, is told which pages are outdated. */
export interface PurgeSettings {
  url: string;
  /** Shown as a bearer token; "" where the cache asks for none. */
  token: string;
}

export interface Purger {
  /** Tells the cache soon that pages with these tags are outdated. Never waits and never throws. */
  purge(tags: readonly string[]): void;
  /** Sends what waits, once, and stops. */
  close(): Promise<void>;
}

/** Changes of so long are told together. In ms. */
const TOGETHER_MS = 100;
/** The most tags of one call: what CDNs allow. */
const CALL_TAGS = 30;
/** The most tags that wait. What is more is outdated until its time in the cache ends. */
const WAITING_MOST = 3_000;
const ANSWER_WITHIN_MS = 5_000;
/** Pauses before a call that failed is tried again; after the last one it is given up. In ms. */
const PAUSES_MS = [500, 2_000, 8_000];

export interface PurgerOptions {
  onError: (reason: unknown) => void;
  fetch?: typeof fetch;
  pausesMs?: readonly number[];
}

/**
 * Sends tags to a cache, one call at a time. Each call names them in the three ways that caches read: as JSON, in
 * `Cache-Tag` with commas, in `Surrogate-Key` with spaces. Every site tells every change that it has followed: a page that
 * the cache fetched from a site that was behind is outdated again by that site's own call.
 */
export function openPurger({ url, token }: PurgeSettings, options: PurgerOptions): Purger {
  const { onError, fetch: send = fetch, pausesMs = PAUSES_MS } = options;
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;
  const stop = new AbortController();

  const call = async (tags: string[]) => {
    const answer = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'cache-tag': tags.join(','),
        'surrogate-key': tags.join(' '),
        ...(token === '' ? {} : { authorization: `Bearer ${token}`, 'fastly-key': token }),
      },
      body: JSON.stringify({ tags }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the cache answered ${answer.status} to a purge`);
  };
  const callAgain = async (tags: string[]) => {
    for (const pauseMs of [...pausesMs, null]) {
      try {
        return await call(tags);
      } catch (reason) {
        if (pauseMs === null || stop.signal.aborted) return onError(reason);
        await paused(pauseMs, stop.signal);
      }
    }
  };
  const sendAll = async () => {
    while (waiting.size > 0) {
      const tags = [...waiting].slice(0, CALL_TAGS);
      // Before the call: a tag that changes during it is told again.
      for (const tag of tags) waiting.delete(tag);
      await callAgain(tags);
    }
  };
  const start = () => {
    timer = undefined;
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  };
  return {
    purge(tags) {
      if (stop.signal.aborted) return;
      for (const tag of tags) if (waiting.size < WAITING_MOST) waiting.add(tag);
      if (waiting.size > 0 && !sending) timer ??= setTimeout(() => void start(), TOGETHER_MS);
    },
    async close() {
      clearTimeout(timer);
      stop.abort();
      await start();
    },
  };
}

/** Resolves after some ms, or at once when `signal` is aborted. */
function paused(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
