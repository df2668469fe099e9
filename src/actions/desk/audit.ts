import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { auditLog } from '../../data/desk/audit-log.ts';
import { AUDIT_KINDS, type AuditKind } from '../../domain/desk/audit-entry.ts';
import { requireDesk } from '../identity/desk.ts';

const PER_PAGE = 50;
/** Moments up to the year 9999. */
const instant = z.number().int().min(0).max(253_402_300_799_999);

/** The audit log at the operator desk. */
export const deskAudit = {
  /** A page of the log, newest first. `after` is `next` of the page before. */
  list: defineAction({
    accept: 'json',
    input: z.object({
      kind: z.enum(Object.keys(AUDIT_KINDS) as AuditKind[]).nullable(),
      record: z.string().trim().max(40),
      name: z.string().trim().max(200),
      from: instant.nullable(),
      before: instant.nullable(),
      after: z
        .object({ created: z.string().max(40), place: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) })
        .nullable(),
    }),
    async handler({ after, kind, record, name, from, before }, context) {
      await requireDesk(context, 'audit.read');
      const filter = { kind, record, name, from, before };
      const { entries, next } = await auditLog(context.locals.pb, filter, after, PER_PAGE);
      return { entries, next };
    },
  }),
};
