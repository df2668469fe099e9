const CODE = 'ArrowUp ArrowUp ArrowDown ArrowDown ArrowLeft ArrowRight ArrowLeft ArrowRight b a'.split(' ');

/** The last keys pressed, as many as the code has, after one more. */
export function keysAfter(keys: readonly string[], key: string): string[] {
  return [...keys, key.length === 1 ? key.toLowerCase() : key].slice(-CODE.length);
}

/** Whether these keys are the code: up, up, down, down, left, right, left, right, b, a. */
export function isCode(keys: readonly string[]): boolean {
  return keys.join() === CODE.join();
}

/** Calls `found` whenever the code is entered outside of form fields. */
export function listenForCode(found: () => void): void {
  let keys: string[] = [];
  addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    const typing = (target as Element).closest?.('input,textarea,select,[contenteditable]');
    keys = typing || ctrlKey || metaKey || altKey ? [] : keysAfter(keys, key);
    if (isCode(keys)) found();
  });
}
