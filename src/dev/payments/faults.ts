/**
 * Faults of the API: `error` answers 500 and does nothing, `silence` never answers and does nothing, `slow` answers late,
 * `lost` executes the request and closes the connection before the answer.
 */
export type Fault = 'none' | 'error' | 'silence' | 'slow' | 'lost';
export const FAULTS: readonly Fault[] = ['none', 'error', 'silence', 'slow', 'lost'];

export const DEFAULT_DELAY_MS = 2_000;

/** The fault of the next API calls. */
export class FaultPlan {
  #fault: Fault = 'none';
  #calls = Infinity;
  #delayMs = DEFAULT_DELAY_MS;

  get fault(): Fault {
    return this.#fault;
  }

  /**
   * @param calls the number of calls; by default all until it is reset
   * @param delayMs the delay of `slow`
   */
  set(fault: Fault, calls = Infinity, delayMs = DEFAULT_DELAY_MS): void {
    this.#fault = fault;
    this.#calls = calls;
    this.#delayMs = delayMs;
  }

  /** The fault of the current call. */
  next(): { fault: Fault; delayMs: number } {
    const planned = { fault: this.#fault, delayMs: this.#delayMs };
    this.#calls--;
    if (this.#calls <= 0) this.set('none');
    return planned;
  }
}
