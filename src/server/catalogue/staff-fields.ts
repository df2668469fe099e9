import { STAFF_REFUSAL_TEXTS, type StaffRole, staffFieldRefusal } from '../../domain/identity/store-staff.ts';
import { forbidden } from '../kernel/refusal-error.ts';

/**
 * @param roles of whoever changes a model; null for the owner of its store
 * @throws RefusalError forbidden where their roles do not allow changing these fields
 */
export function requireFields(roles: readonly StaffRole[] | null, fields: readonly string[]): void {
  const refusal = roles === null ? null : staffFieldRefusal(roles, fields);
  if (refusal !== null) throw forbidden(STAFF_REFUSAL_TEXTS[refusal]);
}
