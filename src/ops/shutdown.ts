/** A shutdown that takes longer than this is cut short. In ms. */
const TIMEOUT_MS = 20_000;

/**
 * Runs `stop` once when this program has to end: by Ctrl-C, by a signal, or because the process that started it
 * is gone (npm passes no signal on to its scripts). Then ends the process; a second Ctrl-C ends it at once.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stopping = false;
  const leave = (urgent: boolean) => {
    if (stopping) {
      if (urgent) process.exit(1);
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
  process.on('SIGINT', () => leave(true));
  process.on('SIGTERM', () => leave(false));
  process.on('SIGHUP', () => leave(false));
  process.on('disconnect', () => leave(false));
}
