import { TOTP } from 'otpauth';
import type PocketBase from 'pocketbase';
import { dateOf } from '../../data/kernel/fields.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { sql } from '../../data/kernel/sql.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import { AUTHENTICATOR } from '../../domain/identity/second-factor.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { FactorSeal } from '../../server/identity/authenticator.ts';
import type { AppCode } from '../mail.ts';
import { DEMO_AUTHENTICATOR_SECRET, PEOPLE } from './people.ts';

/**
 * Sets up the second factor of the demo's people with a role, with the demo's own secret. Whoever has one already keeps it.
 * @param seal of the stack's service account
 */
export async function seedSecondFactors(pb: PocketBase, seal: FactorSeal, now: Instant): Promise<void> {
  const steps = transaction(pb);
  for (const { id, role } of Object.values(PEOPLE)) {
    if (role === null) continue;
    steps.exec(
      sql`INSERT INTO second_factors (id, user, sealedSecret, setUpAt, lastStep, created, updated)
        SELECT {:id}, user, {:sealedSecret}, {:now}, 0, {:now}, {:now} FROM roles WHERE user = {:userId}
        ON CONFLICT (user) DO NOTHING`,
      {
        id: newRecordId(),
        userId: id,
        sealedSecret: seal.seal(id, DEMO_AUTHENTICATOR_SECRET),
        now: dateOf(now),
      },
    );
  }
  await steps.run();
}

/** What the demo's authenticator app shows now. */
export function demoDeskCode(): AppCode {
  const app = new TOTP({ ...AUTHENTICATOR, secret: DEMO_AUTHENTICATOR_SECRET });
  return { code: app.generate(), secondsLeft: Math.max(1, Math.ceil(app.remaining() / 1000)) };
}
