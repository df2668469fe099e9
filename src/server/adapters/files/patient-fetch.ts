import { setTimeout as wait } from 'node:timers/promises';

/** Attempts of one request, and the wait after the first failed one, which doubles. In ms. */
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 250;
/** How long a server may take to begin its answer, in ms: longer where bytes are sent to it first. */
const ANSWER_WITHIN_MS = 20_000;
const ANSWER_TO_BYTES_WITHIN_MS = 120_000;

/**
 * A `fetch` for a store that may be restarting: requests without an answer, or with one that says "not now", are sent
 * again, for about two seconds in all. Only for bodies that are bytes or text, since they are sent twice, and for requests
 * that may be carried out twice.
 */
export function openPatientFetch(firstWaitMs = FIRST_WAIT_MS): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === ATTEMPTS;
      try {
        const answer = await fetchWithin(input, init);
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
async function fetchWithin(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
  const giveUp = new AbortController();
  const limit = init.body ? ANSWER_TO_BYTES_WITHIN_MS : ANSWER_WITHIN_MS;
  const timer = setTimeout(() => giveUp.abort(new Error('the file store does not answer')), limit);
  try {
    return await fetch(input, { ...init, signal: giveUp.signal });
  } finally {
    clearTimeout(timer);
  }
}
