import { ActionError } from 'astro:actions';
import type { RefusalCode, RefusalError } from '../../server/kernel/refusal-error.ts';

const CODES = {
  bad_request: 'BAD_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
  too_slow: 'REQUEST_TIMEOUT',
  conflict: 'CONFLICT',
  precondition_failed: 'PRECONDITION_FAILED',
  too_large: 'CONTENT_TOO_LARGE',
  unprocessable: 'UNPROCESSABLE_CONTENT',
  too_many_requests: 'TOO_MANY_REQUESTS',
  internal: 'INTERNAL_SERVER_ERROR',
  unavailable: 'SERVICE_UNAVAILABLE',
  storage_full: 'INSUFFICIENT_STORAGE',
} as const satisfies Record<RefusalCode, ActionError['code']>;

/** Refused fields as Astro has those of an input, so that the browser shows each sentence at its field. */
class FieldsError extends ActionError {
  override type = 'AstroActionInputError';
  readonly issues: { code: 'custom'; path: [string]; message: string }[];
  constructor(code: ActionError['code'], message: string, fields: Readonly<Record<string, string>>) {
    super({ code, message });
    this.issues = Object.entries(fields).map(([field, sentence]) => ({
      code: 'custom',
      path: [field],
      message: sentence,
    }));
  }
}

/** A refusal as the pages are told of it: the only place that makes their errors. One field that is refused is a conflict to them. */
export function actionError(
  refusal: Pick<RefusalError, 'code' | 'message' | 'field' | 'fields'>,
): ActionError {
  const { code, message, field, fields } = refusal;
  if (fields !== null) return new FieldsError('BAD_REQUEST', message, fields);
  if (field !== null) return new FieldsError('CONFLICT', message, { [field]: message });
  return new ActionError({ code: CODES[code], message });
}
