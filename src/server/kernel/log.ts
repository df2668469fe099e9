import { pino } from 'pino';

/** The process's log. Secrets are redacted; addresses are logged without their query strings. */
export function openLog(level: string) {
  return pino({
    level,
    redact: {
      paths: [
        '*.token',
        '*.password',
        '*.cookie',
        '*.authorization',
        'headers.cookie',
        'headers.authorization',
        '*.pb_auth',
        '*.storageKey',
      ],
      censor: '[cut]',
    },
  });
}
export type Log = ReturnType<typeof openLog>;
