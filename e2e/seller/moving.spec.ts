import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

/** Patreon's titles; the columns that an import does not read are left out. */
const TITLES =
  'Name,Email,Patron Status,Charge Frequency,Tier,Patronage Since Date,Last Charge Date,Last Charge Status';
const PATRONS = 2000;

test('a guild moves here with a list of 2,000 patrons, whose months are waiting for them; the import is undone', async ({
  page,
}) => {
  const seller = await signedUp(newcomer('mover'));
  const pb = service();
  const { id: store } = await pb
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Moved Casts', state: 'open' });
  const { id: guild } = await pb.collection('guilds').create({
    store,
    name: 'The Movers',
    state: 'live',
    grantRule: 'one_per_payment',
    billings: ['monthly'],
  });
  const { id: tier } = await pb.collection('guild_tiers').create({
    guild,
    name: 'Reed',
    state: 'public',
    licence: 'personal',
    monthlyCents: 800,
    benefits: [],
  });
  const reader = await signedUp(newcomer('patron'));
  const rows = Array.from(
    { length: PATRONS - 1 },
    (_, at) =>
      `Patron ${at},patron-${at}-${seller.username}@guildhall.test,Active patron,monthly,Adventurer,2024-05-02 10:00:00,2026-04-02 10:00:00,Paid`,
  );
  const list = [
    TITLES,
    `Reader,${reader.email.toUpperCase()},Active patron,monthly,Dragon Lord,2025-01-20 10:00:00,2026-04-02 10:00:00,Paid`,
    ...rows,
    'Nobody,not an address,Active patron,monthly,Adventurer,2024-05-02 10:00:00,2026-04-02 10:00:00,Paid',
  ].join('\r\n');

  await arriveAs(page, seller, paths.sellerMembers());
  await page.getByText('Import tenure', { exact: true }).click();
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${list}`),
  });
  await expect(page.getByText('This is a list of members from Patreon')).toBeVisible();
  await expect(
    page.getByText('0 members would change, 2,000 people would be expected to join'),
  ).toBeVisible();
  await expect(page.getByText('not an address is not an e-mail address')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('2,000 people are expected to join')).toBeVisible();

  // Somebody of the list joins: January 2025 to April 2026.
  await pb.collection('guild_members').create({
    guild,
    user: reader.id,
    tier,
    state: 'active',
    billing: 'monthly',
    since: new Date(),
    joinedAt: new Date(),
  });
  await page.reload();
  await page.getByText('Import tenure', { exact: true }).click();
  await expect(page.getByText(`0 updated, 1 of ${PATRONS} joined`)).toBeVisible();
  await page.getByRole('link', { name: reader.username }).click();
  await expect(page.getByLabel('Imported months')).toHaveValue('16');
  await expect(page.getByLabel('Note')).toHaveValue('Tier elsewhere: Dragon Lord');

  await page.getByRole('link', { name: 'All members' }).click();
  await page.getByText('Import tenure', { exact: true }).click();
  await page.getByRole('button', { name: 'Undo members.csv' }).click();
  await page.getByRole('button', { name: 'Undo it' }).click();
  await expect(page.getByRole('list', { name: 'Imports of tenure' }).getByText('Undone')).toBeVisible();
  await page.getByRole('link', { name: reader.username }).click();
  await expect(page.getByLabel('Imported months')).toHaveValue('0');
});

test('a campaign’s pledge levels lead to several groups in one go, and who did not pay stays out', async ({
  page,
}) => {
  const seller = await signedUp(newcomer('campaigner'));
  const pb = service();
  const { id: store } = await pb
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Campaign Casts', state: 'open' });
  const groupOf = async (name: string) =>
    (await pb.collection('access_groups').create({ store, name, state: 'active' })).id;
  const [hag, stretch] = [await groupOf('Bog Hag'), await groupOf('Stretch goals')];
  const mail = (name: string) => `${name}-${seller.username}@guildhall.test`;
  const list = [
    'Backer UID,Backer Name,Email,Reward Title,Pledged Status',
    `1,One,${mail('one')},Bog Hag,collected`,
    `2,Two,${mail('two')},Everything,collected`,
    `3,Three,${mail('three')},Everything,collected`,
    `4,Dropped,${mail('dropped')},Everything,dropped`,
    '5,Nobody,not an address,Everything,collected',
  ].join('\r\n');

  await arriveAs(page, seller, paths.accessGroupList());
  const campaign = page.getByRole('region', { name: 'Import a campaign' });
  await campaign.getByLabel('Choose a CSV file').setInputFiles({
    name: 'kickstarter.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(list),
  });
  await expect(campaign.getByText('This is a list from Kickstarter')).toBeVisible();
  await expect(campaign.getByText('1 row is left out: those whose pledge was not collected.')).toBeVisible();
  await campaign.getByRole('button', { name: 'Choose groups' }).click();

  // The group of the same name is chosen already; the higher level gets both.
  const level = campaign.getByRole('group', { name: /^Bog Hag/ });
  await expect(level.getByRole('checkbox', { name: 'Bog Hag' })).toBeChecked();
  await expect(level.getByRole('checkbox', { name: 'Stretch goals' })).not.toBeChecked();
  const higher = campaign.getByRole('group', { name: /^Everything/ });
  for (const box of await higher.getByRole('checkbox').all()) await box.check();
  await campaign.getByRole('button', { name: 'Check list' }).click();

  const preview = campaign.getByRole('list', { name: 'Preview' }).getByRole('listitem');
  await expect(preview.filter({ hasText: 'Bog Hag: 3 people would be added' })).toBeVisible();
  await expect(preview.filter({ hasText: 'Stretch goals: 2 people would be added' })).toBeVisible();
  await expect(campaign.getByText('“not an address” is not an e-mail address').first()).toBeVisible();
  await campaign.getByRole('button', { name: 'Add and mail them' }).click();
  await expect(page.getByText('2 groups are being filled.')).toBeVisible();
  await expect(campaign.getByText(/rows into 2 groups/)).toBeVisible({ timeout: 20_000 });

  const namesIn = async (accessGroup: string) =>
    (await pb.collection('access_group_people').getFullList({ filter: `accessGroup = "${accessGroup}"` }))
      .map(({ email }) => String(email).split('-')[0])
      .toSorted();
  expect(await namesIn(hag)).toEqual(['one', 'three', 'two']);
  expect(await namesIn(stretch)).toEqual(['three', 'two']);
});
