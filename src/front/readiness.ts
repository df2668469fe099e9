/** Something the site cannot work without. `ask` rejects, or does not answer, while it is away. */
export interface Need {
  name: string;
  ask(signal: AbortSignal): Promise<unknown>;
}

/** Why a need is not met, where "does not answer" would be wrong: its message stands in what /readyz says. */
export class NotReady extends Error {}

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
 * Whether load balancers may send visitors to this process: as long as it does not drain and its needs are met, such as its
 * database. Whether it lives at all is another question, of GET /healthz: a restart mends neither of them.
 * @param now in ms.
 */
export function openReadiness(
  needs: readonly Need[],
  { withinMs = ANSWER_WITHIN_MS, now = () => performance.now() } = {},
): Readiness {
  let draining = false;
  let known: { until: number; missing: Promise<string | null> } | null = null;

  const ask = async (): Promise<string | null> => {
    const troubles = await Promise.all(needs.map((need) => troubleWith(need, withinMs)));
    return troubles.find((trouble) => trouble !== null) ?? null;
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
        : { status: 503, text: `not ready: ${missing}` };
    },
    drain() {
      draining = true;
    },
  };
}

/** Whether something answers within this time. Never rejects. */
export async function answersWithin(need: Need, withinMs = ANSWER_WITHIN_MS): Promise<boolean> {
  return (await troubleWith(need, withinMs)) === null;
}

/** What is wrong with something that is needed, such as "the database does not answer"; null where nothing is. */
async function troubleWith(need: Need, withinMs: number): Promise<string | null> {
  const away = `the ${need.name} does not answer`;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), withinMs);
  const cut = new Promise<string>((resolve) =>
    late.signal.addEventListener('abort', () => resolve(away), { once: true }),
  );
  const answered = Promise.resolve()
    .then(() => need.ask(late.signal))
    .then(
      () => null,
      (reason: unknown) => (reason instanceof NotReady ? reason.message : away),
    );
  const trouble = await Promise.race([answered, cut]);
  clearTimeout(timer);
  return trouble;
}
