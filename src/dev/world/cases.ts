import type PocketBase from 'pocketbase';
import { orNull } from '../../data/kernel/client.ts';
import { dateOf } from '../../data/kernel/fields.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { demoProduct, PEOPLE } from './cast.ts';
import { demoId } from './ids.ts';

const DAY_MS = 86_400_000;
const CLAIM = 'This chest with teeth looks like the one in a board game I own. Is that allowed?';

/** One report in the demo world: both sides were heard, it was dismissed, and both were notified long ago. */
export async function seedCases(pb: PocketBase, now: Instant): Promise<void> {
  const product = demoProduct('Gnash, the Patient Chest');
  const id = demoId('case', CLAIM);
  if (await orNull(pb.collection('cases').getOne(id))) return;
  await transaction(pb)
    .create('cases', {
      id,
      kind: 'copyright',
      product: product.id,
      claim: CLAIM,
      answer:
        'Chests that bite are older than any board game. I sculpted mine from a bread bin; here it stands.',
      state: 'dismissed',
      decision: 'An idea belongs to nobody. The sculpture, its lid and its teeth are the artist’s own.',
      deadline: dateOf(now - 5 * DAY_MS),
      decidedAt: dateOf(now - 6 * DAY_MS),
      toldState: 'dismissed',
    })
    .create('reports', { inCase: id, user: PEOPLE.tobias.id, kind: 'copyright', text: CLAIM })
    .run();
}
