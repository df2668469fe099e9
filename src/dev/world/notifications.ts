import type PocketBase from 'pocketbase';
import { transaction } from '../../data/kernel/transaction.ts';
import {
  markNotificationsRead,
  type Occasion,
  people,
  withNotification,
} from '../../data/notifications/notifications.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { paths } from '../../paths.ts';
import { demoProduct, PEOPLE, STORES } from './cast.ts';
import { demoId } from './ids.ts';
import { DEMO_QUESTIONS } from './questions.ts';

const DAY_MS = 86_400_000;
/** Older notifications are already read. */
const READ_MS = 3 * DAY_MS;

/** Notifies sellers and askers of the demo world about its questions, without mails. */
export async function seedNotifications(pb: PocketBase, now: Instant): Promise<void> {
  for (const { product: name, by, daysAgo, text, answer } of DEMO_QUESTIONS) {
    const product = demoProduct(name);
    const store = Object.values(STORES).find(({ id }) => id === product.storeId);
    if (!store) continue;
    const id = demoId('question', text);
    const askedAt = now - daysAgo * DAY_MS;
    const told = { mail: null, about: null };
    await tell(pb, store.ownerId, askedAt, {
      ...told,
      kind: 'question',
      storeId: null,
      key: `question:${id}`,
      title: `New question about ${name}`,
      path: paths.sellerQuestions(),
    });
    if (answer === undefined) continue;
    await tell(pb, PEOPLE[by].id, askedAt + DAY_MS / 2, {
      ...told,
      kind: 'question-answer',
      storeId: store.id,
      key: `question-answer:${id}`,
      title: `${store.name} answered your question about ${name}`,
      path: paths.productQuestions(product.id, id),
    });
  }
  for (const { ownerId } of Object.values(STORES))
    await markNotificationsRead(pb, ownerId, { until: now - READ_MS }, now);
  await markNotificationsRead(pb, PEOPLE.tobias.id, { until: now - READ_MS }, now);
}

async function tell(pb: PocketBase, userId: string, at: Instant, occasion: Occasion): Promise<void> {
  const steps = transaction(pb);
  withNotification(steps, people([userId]), occasion, at);
  await steps.run();
}
