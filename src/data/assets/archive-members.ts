import type PocketBase from 'pocketbase';
import type { NewUpload, UploadRefusal } from '../../domain/assets/upload.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { PlanStorage } from '../../domain/payments/seller-plan.ts';
import { type LeaseHolder, leaseParams } from '../kernel/leases.ts';
import { ask, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { type BeginRefusal, refusalToBegin, type StoredUpload, UPLOAD, withNewUpload } from './uploads.ts';

/** The files that are unpacked from an archive. Each path is recorded once, by whoever holds the lease on the archive. */

/** The files unpacked from an archive so far. */
export async function membersOf(pb: PocketBase, archiveId: string): Promise<StoredUpload[]> {
  const [members] = await ask(
    pb,
    select(
      UPLOAD,
      sql`SELECT ${UPLOAD} FROM uploads u WHERE u.archive = {:archiveId} AND u.archive <> '' ORDER BY u.path`,
      { archiveId },
    ),
  );
  return members;
}

/**
 * Records a file that is unpacked from an archive, if the store has room for it. An archive and its members count as one
 * open upload.
 * @param lease on the archive. Without it nothing is recorded: another process unpacks it, and has read which members it
 *   knows, each of which is recorded once.
 */
export async function beginMember(
  pb: PocketBase,
  upload: NewUpload & { id: string; storeId: string; archiveId: string },
  storage: PlanStorage,
  now: Instant,
  lease: LeaseHolder,
): Promise<BeginRefusal | 'lease-lost' | null> {
  const steps = withNewUpload(whileHeld(transaction(pb), lease), upload, storage, now);
  return refusalToBegin(steps, 'lease-lost');
}

/** Records a refused file of an archive, with the reason. `lease-lost` as in `beginMember`. */
export async function recordRefusedMember(
  pb: PocketBase,
  upload: Pick<NewUpload, 'name' | 'path' | 'sizeBytes'> & {
    storeId: string;
    archiveId: string;
    reason: UploadRefusal;
  },
  lease: LeaseHolder,
): Promise<'lease-lost' | null> {
  const { storeId, archiveId, ...rest } = upload;
  const member = { ...rest, store: storeId, archive: archiveId, state: 'refused' };
  return refusalOf(whileHeld(transaction(pb), lease).create('uploads', member), ['lease-lost']);
}

/** A first step that refuses the transaction where somebody else holds the lease by now. */
function whileHeld(steps: Transaction, lease: LeaseHolder): Transaction {
  return steps.exec(
    sql`UPDATE leases SET holder = holder WHERE name = {:leaseName} AND holder = {:leaseHolder}`,
    leaseParams(lease),
    { expect: 1, else: 'lease-lost' },
  );
}
