interface Details {
  type?: string;
  code?: string;
  param?: string;
}

/** An error in the provider's format; the SDK turns it into its error classes. */
export class Problem extends Error {
  readonly status: number;
  readonly body: { error: { type: string; message: string } & Details };
  /** Whether execution had begun. Such an error is stored under its idempotency key; a validation error is not. */
  readonly begun: boolean = false;
  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', message, ...details } };
  }
}

/** A valid request that cannot be executed: too much, too late, not allowed. Repeats with the same key get the same answer. */
export class RefusedRequest extends Problem {
  override readonly begun = true;
  constructor(message: string, details: Details = {}) {
    super(400, message, details);
  }
}

export function noSuchObject(what: string, id: string, param = 'id'): Problem {
  return new Problem(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param });
}
