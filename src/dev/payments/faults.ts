/**
 * Faults of the API: `error` answers 500, does nothing and stores the answer under the idempotency key, `silence` never answers and does nothing, `slow` answers late,
 * `cut` closes the connection and does nothing, `lost` executes the request and closes the connection before the answer.
 */
export type Fault = 'none' | 'error' | 'silence' | 'slow' | 'cut' | 'lost';
export const FAULTS: readonly Fault[] = ['none', 'error', 'silence', 'slow', 'cut', 'lost'];

export const DEFAULT_DELAY_MS = 2_000;

/** The fault of the next API calls. */
export class FaultPlan {
  #fault: Fault = 'none';
  #calls = Infinity;
  #delayMs = DEFAULT_DELAY_MS;
  #after = 0;
  #writesOnly = false;
  /** The number of API calls so far that write something, with and without faults. */
  writes = 0;

  get fault(): Fault {
    return this.#fault;
  }

  /**
   * @param calls the number of calls; by default all until it is reset
   * @param delayMs the delay of `slow`
   */
  set(fault: Fault, calls = Infinity, delayMs = DEFAULT_DELAY_MS): void {
    this.#after = 0;
    this.#writesOnly = false;
    this.#fault = fault;
    this.#calls = calls;
    this.#delayMs = delayMs;
  }

  /** The fault of one write and of its repeat by the client, after `after` writes that go well. */
  setAtWrite(fault: Fault, after: number): void {
    this.set(fault, 2);
    this.#after = after;
    this.#writesOnly = true;
  }

  /** The fault of the current call. */
  next(writes: boolean): { fault: Fault; delayMs: number } {
    if (writes) this.writes++;
    if (this.#writesOnly && (!writes || this.#after > 0)) {
      if (writes) this.#after--;
      return { fault: 'none', delayMs: 0 };
    }
    const planned = { fault: this.#fault, delayMs: this.#delayMs };
    this.#calls--;
    if (this.#calls <= 0) this.set('none');
    return planned;
  }
}
