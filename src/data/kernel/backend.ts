/** Where the backend is reached, and the secret of the gate in front of it. */
export interface Backend {
  url: string;
  /** Empty, or missing, where no gate asks for one: on one machine. */
  secret?: string;
}

/** The header that shows the gate in front of the backend that a request comes from a site. */
export const SECRET_HEADER = 'x-guildhall-secret';

/** The header of the backend's gate, or none. */
export function secretHeader(secret: string | undefined): Record<string, string> {
  return secret ? { [SECRET_HEADER]: secret } : {};
}
