/** What a page may call for, once in a while. The code that answers is fetched with the first call. */
export type PageCommand = { toast: string; undo?: () => void } | { coupon: string } | 'secret-level';

let answer: ((call: PageCommand) => void) | null = null;
const waiting: PageCommand[] = [];

/** Asks for something whose code is not there yet; wakes the island that has it. */
export function sendPageCommand(call: PageCommand): void {
  if (answer) {
    answer(call);
    return;
  }
  waiting.push(call);
  dispatchEvent(new Event('guildhall:wake:on-call'));
}

/** Answers the calls that have waited, and every later one. */
export function handlePageCommands(by: (call: PageCommand) => void): void {
  answer = by;
  waiting.splice(0).forEach(by);
}
