import type PocketBase from 'pocketbase';
import { beginMember } from '../../../src/data/assets/archive-members.ts';
import { endLease, takeLease } from '../../../src/data/kernel/leases.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import type { NewUpload } from '../../../src/domain/assets/upload.ts';

const ROOM = { free: 1e9, pro: 1e9 };

/** Records a member of an archive as a process that is killed before it has written the member's bytes. */
export async function aHalfMember(
  pb: PocketBase,
  member: Omit<NewUpload, 'productId'> & { storeId: string; archiveId: string },
): Promise<string> {
  const id = newRecordId();
  const lease = { name: `upload/${member.archiveId}`, holder: newRecordId() };
  await takeLease(pb, lease, 60_000);
  const refusal = await beginMember(pb, { ...member, id, productId: null }, ROOM, Date.now(), lease);
  if (refusal !== null) throw new Error(`the member was refused: ${refusal}`);
  await endLease(pb, lease);
  return id;
}
