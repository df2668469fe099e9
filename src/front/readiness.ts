/** Something the site cannot work without. `ask` rejects, or does not answer, while it is away. */
export interface Need {
  name: string;
  ask(signal: AbortSignal): Promise<unknown>;
}

export interface Readiness {
  /** What GET /readyz says. Never rejects; asked however often, it asks the needs once a second at most. */
  answer(): Promise<{ status: 200 | 503; text: string }>;
  /** From now on the answer is that this process drains. */
  drain(): void;
}

/** How long the needs have for an answer, and how long that is remembered. In ms. */
const ANSWER_WITHIN_MS = 2_000;
const REMEMBERED_MS = 1_000;

/**
 * Whether load balancers may send visitors to this process: as long as it does not drain and its database and its store
 * of files answer. Whether it lives at all is another question, of GET /healthz: a restart mends neither of them.
 * @param now in ms.
 */
export function openReadiness(
  needs: readonly Need[],
  { withinMs = ANSWER_WITHIN_MS, now = () => performance.now() } = {},
): Readiness {
  let draining = false;
  let known: { until: number; missing: Promise<string | null> } | null = null;

  const ask = async (): Promise<string | null> => {
    const missing = await Promise.all(
      needs.map(async (need) => ((await answersWithin(need, withinMs)) ? null : need.name)),
    );
    return missing.find((name) => name !== null) ?? null;
  };
  return {
    async answer() {
      if (draining) return { status: 503, text: 'draining' };
      if (!known || now() >= known.until) {
        const asked = { until: Number.POSITIVE_INFINITY, missing: ask() };
        known = asked;
        void asked.missing.then(() => {
          asked.until = now() + REMEMBERED_MS;
        });
      }
      const missing = await known.missing;
      // It may have begun to drain while it was asked.
      if (draining) return { status: 503, text: 'draining' };
      return missing === null
        ? { status: 200, text: 'ready' }
        : { status: 503, text: `not ready: the ${missing} does not answer` };
    },
    drain() {
      draining = true;
    },
  };
}

/** Whether something answers within this time. Never rejects. */
export async function answersWithin(need: Need, withinMs = ANSWER_WITHIN_MS): Promise<boolean> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), withinMs);
  const cut = new Promise<boolean>((resolve) =>
    late.signal.addEventListener('abort', () => resolve(false), { once: true }),
  );
  const answered = Promise.resolve()
    .then(() => need.ask(late.signal))
    .then(
      () => true,
      () => false,
    );
  const isThere = await Promise.race([answered, cut]);
  clearTimeout(timer);
  return isThere;
}
