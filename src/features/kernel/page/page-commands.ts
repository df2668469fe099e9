/** Rare features that any page may request. Their code is loaded with the first command. */
export type PageCommand = { toast: string; undo?: () => void } | { coupon: string } | 'secret-level';

let handler: ((command: PageCommand) => void) | null = null;
const waiting: PageCommand[] = [];

/** Runs a command, or queues it and wakes the island that handles commands. */
export function sendPageCommand(command: PageCommand): void {
  if (handler) {
    handler(command);
    return;
  }
  waiting.push(command);
  dispatchEvent(new Event('guildhall:wake:on-call'));
}

/** Handles the queued commands and every later one. */
export function handlePageCommands(handle: (command: PageCommand) => void): void {
  handler = handle;
  waiting.splice(0).forEach(handle);
}
