/** A shutdown that takes longer is aborted. In ms. The site may take a minute of notice and 15 s for its last requests. */
export const TIMEOUT_MS = 80_000;

/**
 * Runs `stop` once and then exits: on Ctrl-C, on a signal, or when the parent process is gone (npm does not forward
 * signals to its scripts). A second Ctrl-C exits immediately.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stopping = false;
  const shutDown = (force: boolean) => {
    if (stopping) {
      if (force) process.exit(1);
      return;
    }
    stopping = true;
    setTimeout(() => process.exit(1), TIMEOUT_MS).unref();
    stop().then(
      () => process.exit(process.exitCode ?? 0),
      (reason) => {
        console.error(String(reason));
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => shutDown(true));
  process.on('SIGTERM', () => shutDown(false));
  process.on('SIGHUP', () => shutDown(false));
  process.on('disconnect', () => shutDown(false));
}
