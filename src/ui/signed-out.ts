/** What to do where an action answers that nobody is signed in. The pages of the account set it; elsewhere nothing happens. */
let handler: () => void = () => undefined;

export function handleSignedOut(handle: () => void): void {
  handler = handle;
}

/** Whether an answer says that the session has ended; then whoever handles that is told. */
export function isSignedOut(code: string): boolean {
  if (code !== 'UNAUTHORIZED') return false;
  handler();
  return true;
}
