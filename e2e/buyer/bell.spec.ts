import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { notify } from '../../src/server/notifications/notifications.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

const PRODUCT = demoProduct('Pressure Door 07');
const OTHER = demoProduct('Gravel-Dog Sentry Gun');

async function isRead(userId: string, title: string): Promise<boolean> {
  const pb = service();
  const filter = pb.filter("user = {:userId} && title = {:title} && readAt != ''", { userId, title });
  return (await pb.collection('notifications').getList(1, 1, { filter })).totalItems === 1;
}

test('the bell updates live, links to the subject, and follows the notification settings', async ({
  page,
  baseURL,
}) => {
  const nell = await signedUp(newcomer('nell'));
  const tell = (key: string, title: string, product = PRODUCT) =>
    notify(
      {
        pb: service(),
        siteUrl: baseURL ?? '',
        siteName: 'Guildhall',
        now: Date.now,
        mailQueued: () => undefined,
        onError: (reason) => expect(reason).toBeUndefined(),
      },
      {
        to: [nell.id],
        kind: 'question-answer',
        storeId: null,
        key: `${nell.username}:${key}`,
        title,
        path: `${paths.product(product.id)}#questions`,
        mail: null,
      },
    );
  await arriveAs(page, nell);
  await page.goto(paths.home());
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications');
  await tell('first', 'The artist says how high it is');
  await expect(bell).toHaveAccessibleName('Notifications 1 unread');
  await bell.press('Enter');
  const popup = page.getByRole('region', { name: 'Notifications' });
  await expect(popup.getByRole('link', { name: /The artist says how high it is/ })).toBeVisible();
  await tell('second', 'The artist says how wide it is', OTHER);
  await expect(popup.getByRole('link', { name: /how wide it is/ })).toBeVisible();
  await expect(bell).toHaveAccessibleName('Notifications 2 unread');
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await bell.press('Enter');
  await popup.getByRole('link', { name: /how high it is/ }).click();
  await expect(page).toHaveURL(/#questions$/);
  await expect(bell).toHaveAccessibleName('Notifications 1 unread');
  // Opening the page of the subject marks the notification as read.
  await tell('third', 'The artist says how long it is');
  // The bell shows 1 before and after, so the read state is checked in the database.
  await expect.poll(() => isRead(nell.id, 'The artist says how long it is')).toBe(true);
  await expect(bell).toHaveAccessibleName('Notifications 1 unread');

  await page.goto(paths.notifications());
  await page.getByRole('button', { name: 'Mark as read: The artist says how wide it is' }).click();
  await expect(page.getByText('Nothing unread.')).toBeVisible();
  await expect(bell).toHaveAccessibleName('Notifications');
  await page.getByRole('link', { name: 'Notification settings' }).click();
  const answers = page.getByRole('combobox', { name: 'Answers to your questions: by mail' });
  await answers.selectOption('Weekly');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(answers).toHaveValue('weekly');
});
