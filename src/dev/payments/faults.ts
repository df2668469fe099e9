/**
 * How the API misbehaves on demand: `error` answers 500 and does nothing, `silence` never answers and does nothing,
 * `slow` answers late, `lost` does what was asked and cuts the line before the answer.
 */
export type Fault = 'none' | 'error' | 'silence' | 'slow' | 'lost';
export const FAULTS: readonly Fault[] = ['none', 'error', 'silence', 'slow', 'lost'];

export const DEFAULT_DELAY_MS = 2_000;

/** What is planned for the next calls of the API. */
export class FaultPlan {
  #fault: Fault = 'none';
  #calls = Infinity;
  #delayMs = DEFAULT_DELAY_MS;

  get fault(): Fault {
    return this.#fault;
  }

  /**
   * @param calls how many calls it lasts; all until it is set back by default
   * @param delayMs how late `slow` answers
   */
  set(fault: Fault, calls = Infinity, delayMs = DEFAULT_DELAY_MS): void {
    this.#fault = fault;
    this.#calls = calls;
    this.#delayMs = delayMs;
  }

  /** The fault of the call that comes in now. */
  next(): { fault: Fault; delayMs: number } {
    const planned = { fault: this.#fault, delayMs: this.#delayMs };
    this.#calls--;
    if (this.#calls <= 0) this.set('none');
    return planned;
  }
}
