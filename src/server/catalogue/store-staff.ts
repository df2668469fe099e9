import { addStaff, staffOfStore } from '../../data/catalogue/store-staff.ts';
import { userByName } from '../../data/identity/addressees.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import { STAFF_LIMITS, STAFF_ROLE_TEXTS, type StaffRole } from '../../domain/identity/store-staff.ts';
import type { User } from '../../domain/identity/user.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { paths } from '../../paths.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';
import { oneLineName } from '../notifications/mail-layout.ts';
import { type Notice, type NotifyParts, pushUnreadHint, withNotice } from '../notifications/notifications.ts';

/** What it needs of the app. */
export interface StaffAskParts {
  commerce: NotifyParts;
  postingLimits: PostingLimits;
}

/** Asks the account with a username to work for a store. They are told, and nothing is open to them before they agree. */
export async function askStaff(
  { commerce, postingLimits }: StaffAskParts,
  owner: User,
  store: Pick<OwnStore, 'id' | 'name'>,
  { username, roles }: { username: string; roles: readonly StaffRole[] },
): Promise<Refusal | null> {
  const { pb } = commerce;
  const found = await userByName(pb, username.trim());
  if (!found) return { sentence: 'Nobody has this username.', field: 'username' };
  if (found.id === owner.id) return { sentence: 'The store is yours already.', field: 'username' };
  if ((await staffOfStore(pb, store.id)).some((one) => one.username === found.username))
    return { sentence: 'They are in the list already.', field: 'username' };
  const tooOften = await postingLimits.postingRefusal(owner, 'conversation', commerce.now());
  if (tooOften !== null) return { sentence: tooOften };
  const title = `${oneLineName(store.name)} asks you to work for them`;
  const what = roles.map((role) => `${STAFF_ROLE_TEXTS[role].name}: ${STAFF_ROLE_TEXTS[role].may}`);
  const notice: Notice = {
    to: [found.id],
    kind: 'store-staff',
    storeId: store.id,
    key: `store-staff:${store.id}:${found.id}:${commerce.now()}`,
    title,
    path: paths.storeStaff(),
    mail: {
      subject: title,
      paragraphs: [
        `${oneLineName(store.name)} asks you to work for their store under your own account. You could do this for them:`,
        ...what,
        'Nothing happens before you agree, and you can leave at any time.',
      ],
    },
  };
  const row = { storeId: store.id, userId: found.id, roles };
  const refusal = await addStaff(
    pb,
    row,
    (steps) => void withNotice(steps, commerce, notice, commerce.now()),
    commerce.now(),
  );
  if (refusal === 'conflict') return { sentence: 'They are in the list already.', field: 'username' };
  if (refusal === 'too-many')
    return { sentence: `A store has at most ${STAFF_LIMITS.ofStore} people. Remove one first.` };
  commerce.mailQueued();
  await pushUnreadHint(commerce, notice.to);
  return null;
}
