/** A mail as it is put into the outbox: plain text, said once under its key. */
export interface Mail {
  /** Names the occasion, such as "receipt:" and the order's id; the same key is never queued twice. */
  mailKey: string;
  kind: string;
  to: string;
  subject: string;
  body: string;
}
