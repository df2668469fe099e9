import { setTimeout as wait } from 'node:timers/promises';

/** Attempts of one request, and the wait after the first failed one, which doubles. In ms. */
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 250;
/**
 * How long a server may take to begin its answer, in ms: longer where bytes are sent to it first, and longest where it copies
 * up to 4 GB before it answers. `fetch` itself waits for 300 s.
 */
const ANSWER_WITHIN_MS = { plain: 20_000, toBytes: 120_000, toCopy: 290_000 };
const COPY_HEADER = 'x-amz-copy-source';

/**
 * A `fetch` for a store that may be restarting: requests without an answer, or with one that says "not now", are sent
 * again, for about two seconds in all. Only for bodies that are bytes or text, since they are sent twice, and for requests
 * that may be carried out twice.
 */
export function openRetryingFetch(firstWaitMs = FIRST_WAIT_MS, withinMs = ANSWER_WITHIN_MS): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === ATTEMPTS;
      try {
        const answer = await fetchWithin(withinMs, input, init);
        if (isLast || !isTemporary(answer.status)) return answer;
        await answer.body?.cancel();
      } catch (reason) {
        if (isLast) throw reason;
      }
      await wait(firstWaitMs * 2 ** (attempt - 1));
    }
  };
}

const isTemporary = (status: number) => [429, 500, 502, 503, 504].includes(status);

/** The limit is for the beginning of the answer: its body may take as long as the visitor who reads it. */
async function fetchWithin(
  withinMs: typeof ANSWER_WITHIN_MS,
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): Promise<Response> {
  const giveUp = new AbortController();
  const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}));
  const kind = headers.has(COPY_HEADER) ? 'toCopy' : init.body ? 'toBytes' : 'plain';
  const limit = withinMs[kind];
  const timer = setTimeout(() => giveUp.abort(new Error('the file store does not answer')), limit);
  try {
    return await fetch(input, { ...init, signal: giveUp.signal });
  } finally {
    clearTimeout(timer);
  }
}
