/** What a page may call for, once in a while. The code that answers is fetched with the first call. */
export type Call = { toast: string; undo?: () => void } | { coupon: string } | 'secret-level';

let answer: ((call: Call) => void) | null = null;
const waiting: Call[] = [];

/** Asks for something whose code is not there yet; wakes the island that has it. */
export function callFor(call: Call): void {
  if (answer) {
    answer(call);
    return;
  }
  waiting.push(call);
  dispatchEvent(new Event('guildhall:wake:on-call'));
}

/** Answers the calls that have waited, and every later one. */
export function answerCalls(by: (call: Call) => void): void {
  answer = by;
  waiting.splice(0).forEach(by);
}
