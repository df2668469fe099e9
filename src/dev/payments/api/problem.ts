interface Details {
  type?: string;
  code?: string;
  param?: string;
}

/** A refusal in the provider's own shape; the SDK makes its error classes from it. */
export class Problem extends Error {
  readonly status: number;
  readonly body: { error: { type: string; message: string } & Details };
  /** Whether the work had begun. Such a refusal stays under its idempotency key; one of a request's shape does not. */
  readonly begun: boolean = false;
  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', message, ...details } };
  }
}

/** The request was understood and money says no: too much, too late, not allowed. Asked again under its key, it says the same. */
export class Refusal extends Problem {
  override readonly begun = true;
  constructor(message: string, details: Details = {}) {
    super(400, message, details);
  }
}

export function missing(what: string, id: string, param = 'id'): Problem {
  return new Problem(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param });
}
