/** Asked to stop twice, or with the way out blocked for longer than this, the process ends at once. In ms. */
const PATIENCE_MS = 20_000;

/**
 * Runs `stop` once when this program is asked to end: by Ctrl-C, by a signal, or because the process that started it
 * is gone (npm passes no signal on to its scripts). Then ends the process; a second Ctrl-C ends it at once.
 */
export function onFarewell(stop: () => Promise<void>): void {
  let asked = false;
  const leave = (urgent: boolean) => {
    if (asked) {
      if (urgent) process.exit(1);
      return;
    }
    asked = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
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
