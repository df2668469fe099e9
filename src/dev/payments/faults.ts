/**
 * Faults of the API:
 * - `error` answers 500, does nothing, and stores the answer under the idempotency key;
 * - `silence` never answers and does nothing; `slow` answers late;
 * - `cut` closes the connection and does nothing; `lost` executes the request and closes the connection before the answer;
 * - `late` closes the connection, as the caller does who has waited long enough, and executes the request when `runLate`
 *   is called: long after the caller has tried again;
 * - `garbage` executes the request and answers with a page; `hollow` executes it and answers `{}`.
 */
export const FAULTS = [
  'none',
  'error',
  'silence',
  'slow',
  'cut',
  'lost',
  'late',
  'garbage',
  'hollow',
] as const;
export type Fault = (typeof FAULTS)[number];

export const DEFAULT_DELAY_MS = 2_000;

/** One call of the API, as the plan tells it from others. */
export interface SeenCall {
  /** Method and address without ids and values, such as "GET /v1/invoices?customer&limit". */
  shape: string;
  /** Equal for the repeat of a call by the client. */
  fingerprint: string;
}

/** Describes a call. `rest` is what else makes it the same call: body, idempotency key, account. */
export function seenCall(method: string, path: string, query: string, rest: readonly unknown[]): SeenCall {
  const names = [...new Set([...new URLSearchParams(query).keys()].map((name) => name.replace(/\[.*$/, '')))];
  const place = path.replace(/\/(?:acct_[\w-]+|[a-z]+_\w*\d\w*)/g, '/:id');
  const shape = `${method} ${place}${names.length > 0 ? `?${names.sort().join('&')}` : ''}`;
  return { shape, fingerprint: JSON.stringify([method, path, query, rest]) };
}

/** The client repeats a call at once where the line was cut or the answer was an error, but not after these. */
const NOT_REPEATED: ReadonlySet<Fault> = new Set(['garbage', 'hollow']);

/** A fault for one call and its repeat by the client. */
interface Aim {
  fault: Fault;
  shape: string;
  /** How many calls of this shape go well before. */
  before: number;
  /** The fingerprint of the call that was hit. */
  hit: string | null;
  isRepeated: boolean;
}

/** The fault of the next API calls. */
export class FaultPlan {
  #fault: Fault = 'none';
  #calls = Infinity;
  #delayMs = DEFAULT_DELAY_MS;
  #aim: Aim | null = null;
  /** The shapes of the calls so far, while a test listens; else null. */
  heard: string[] | null = null;
  /** Requests that are executed when `runLate` is called. */
  readonly late: (() => void)[] = [];

  get fault(): Fault {
    return this.#fault;
  }

  /** Whether the call that `aimAt` named was made. */
  get isHit(): boolean {
    return this.#aim?.hit != null;
  }

  /**
   * @param calls the number of calls; by default all until it is reset
   * @param delayMs the delay of `slow`
   */
  set(fault: Fault, calls = Infinity, delayMs = DEFAULT_DELAY_MS): void {
    this.#aim = null;
    this.#fault = fault;
    this.#calls = calls;
    this.#delayMs = delayMs;
  }

  /** The fault of one call and of its repeat by the client: the call of this shape after `before` others. */
  aimAt(fault: Fault, shape: string, before: number): void {
    this.set('none');
    this.#aim = { fault, shape, before, hit: null, isRepeated: false };
  }

  /** Executes the requests that were too late. */
  runLate(): void {
    for (const run of this.late.splice(0)) run();
  }

  /** The fault of the current call. */
  next(call: SeenCall): { fault: Fault; delayMs: number } {
    this.heard?.push(call.shape);
    if (this.#aim) return { fault: this.#aimed(this.#aim, call), delayMs: DEFAULT_DELAY_MS };
    const planned = { fault: this.#fault, delayMs: this.#delayMs };
    this.#calls--;
    if (this.#calls <= 0) this.set('none');
    return planned;
  }

  #aimed(aim: Aim, call: SeenCall): Fault {
    if (aim.hit === null) {
      if (call.shape !== aim.shape || aim.before-- > 0) return 'none';
      aim.hit = call.fingerprint;
      return aim.fault;
    }
    if (call.fingerprint !== aim.hit || aim.isRepeated || NOT_REPEATED.has(aim.fault)) return 'none';
    aim.isRepeated = true;
    return aim.fault;
  }
}
