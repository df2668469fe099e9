import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { visibleStore } from '../../../src/data/catalogue/stores.ts';
import { commentsOfPost } from '../../../src/data/community/comments.ts';
import { follow } from '../../../src/data/community/follows.ts';
import {
  addPost,
  addPostFile,
  ownPost,
  publishPost,
  removeDeletedPosts,
  savePost,
} from '../../../src/data/community/post-writing.ts';
import {
  hasPosts,
  postFileFor,
  postsOfStore,
  readablePost,
  shownPost,
} from '../../../src/data/community/posts.ts';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import type { OwnStore } from '../../../src/domain/catalogue/store.ts';
import { POST_UNDO_MS, type PostAudience } from '../../../src/domain/community/post.ts';
import type { User } from '../../../src/domain/identity/user.ts';
import { UNSENT_ATTACHMENT_TTL_MS } from '../../../src/domain/messaging/message.ts';
import { paths } from '../../../src/paths.ts';
import { comment } from '../../../src/server/community/comments.ts';
import { sendFollowNews } from '../../../src/server/community/follow-news.ts';
import { changePost, deleteOrRestore, publish } from '../../../src/server/community/posts.ts';
import { changeStoreQuestion, type QuestionParts } from '../../../src/server/community/questions.ts';
import { removeStaleAttachments } from '../../../src/server/messaging/attachments.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';
import { openTestFront } from '../../dev/world/front.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { aSeller, type TestSeller } from '../commerce/sellers.ts';

/** Posts against a real PocketBase: who reads what, who is told, comments, deletion and cases. */
const START = Date.UTC(2026, 10, 21, 12);
let world: TestWorld;
let parts: QuestionParts;
let now = START;
let store: OwnStore;
const people: Record<string, User> = {};
const tiers: string[] = [];

beforeAll(async () => {
  world = await openTestWorld();
  parts = {
    commerce: {
      pb: world.pb,
      siteUrl: 'http://127.0.0.1:4321',
      siteName: 'Guildhall',
      now: () => now,
      mailQueued: () => undefined,
      onError: (reason) => {
        throw reason;
      },
    },
    postingLimits: openPostingLimits(false),
  };
  for (const name of ['mira', 'wren', 'tobias', 'ines', 'dorin']) people[name] = await world.person(name);
  const id = await world.store('crow', { owner: of('mira').id, name: 'Crow' });
  store = (await visibleStore(world.pb, id)) as OwnStore;
  const guild = await world.row('guilds', {
    store: id,
    name: 'The Nest',
    state: 'live',
    billings: ['monthly'],
    grantRule: 'one_per_payment',
  });
  for (const name of ['Egg', 'Bird'])
    tiers.push(await world.row('guild_tiers', { guild, name, state: 'public', licence: 'personal' }));
  const member = (name: string, tier: number, state: string) =>
    world.row('guild_members', {
      ...{
        guild,
        user: of(name).id,
        tier: tiers[tier],
        state,
        billing: 'monthly',
        since: new Date(START).toISOString(),
      },
      joinedAt: new Date(START).toISOString(),
    });
  await member('tobias', 0, 'active');
  await member('ines', 1, 'active');
  await member('dorin', 1, 'left');
  expect(await follow(world.pb, of('wren').id, store, START)).toBeNull();
});
afterAll(() => world.close());

const of = (name: string) => people[name] as User;
/** A post as its seller writes it, published unless it is said otherwise. */
async function written(audience: PostAudience, tierIds: string[] = [], isPublished = true): Promise<string> {
  now += 1000;
  const id = await addPost(world.pb, store.id, now);
  const text = { title: `News ${id}`, teaser: 'A look at it.', text: 'The whole news.', audience, tierIds };
  expect(await savePost(world.pb, { id, storeId: store.id, seen: now }, text, [], now)).toBeNull();
  if (isPublished)
    expect(await publishPost(world.pb, { id, storeId: store.id, seen: now + 1 }, now)).toBeNull();
  return id;
}
const seenOf = async (id: string) => (await ownPost(world.pb, store.id, id))?.seen ?? 0;
const readers = async (id: string) => {
  const names: string[] = [];
  for (const name of ['', ...Object.keys(people)])
    if (await readablePost(world.pb, id, name === '' ? null : of(name).id)) names.push(name);
  return names.sort();
};
const notified = async (id: string) => {
  const rows = await world.pb.collection('notifications').getFullList<RecordOf<'notifications'>>({
    filter: world.pb.filter("kind = 'new-post' && noteKey = {:key}", { key: `new-post:${id}` }),
  });
  return Object.keys(people).filter((name) => rows.some(({ user }) => user === of(name).id));
};

it('is read by those for whom it is, and lists show only what everybody may see of it', async () => {
  const open = await written('everybody');
  const members = await written('members');
  const birds = await written('tiers', [tiers[1] as string]);
  const draft = await written('everybody', [], false);
  const all = ['', 'dorin', 'ines', 'mira', 'tobias', 'wren'];
  expect(await readers(open)).toEqual(all);
  expect(await readers(members)).toEqual(['ines', 'mira', 'tobias']);
  expect(await readers(birds)).toEqual(['ines', 'mira']);
  expect(await readers(draft)).toEqual([]);
  expect(await hasPosts(world.pb, store.id)).toBe(true);
  const list = await postsOfStore(world.pb, store.id, null, 10);
  const own = list.filter(({ id }) => [open, members, birds, draft].includes(id));
  expect(own.map(({ id, teaser, text }) => [id, teaser, text])).toEqual([
    [birds, 'A look at it.', ''],
    [members, 'A look at it.', ''],
    [open, 'A look at it.', 'The whole news.'],
  ]);
  const older = await postsOfStore(world.pb, store.id, own[0]?.place ?? null, 1);
  expect(older.map(({ id }) => id)).toEqual([members]);
});

it('its files are for whom the post is for, and those of a draft for its seller alone', async () => {
  const open = await written('everybody');
  const members = await written('members');
  const draft = await written('everybody', [], false);
  const fileOf = async (post: string) => {
    const id = newRecordId();
    const facts = { kind: 'file', name: 'a.stl', sizeBytes: 10, width: null, height: null, alt: '' } as const;
    const stored = { ownerId: of('mira').id, sha256: 'a'.repeat(64), storageKey: `key-${id}` };
    const own = { id: post, storeId: store.id };
    expect(await addPostFile(world.pb, own, { id, ...facts, ...stored }, 1000, now)).toBeNull();
    return id;
  };
  const get = async (post: string) => {
    const id = await fileOf(post);
    const names: string[] = [];
    for (const name of ['', ...Object.keys(people)]) {
      const reader = name === '' ? null : { userId: of(name).id, storeId: null };
      const file = await postFileFor(world.pb, reader, id);
      if (file) names.push(`${name}${file.isPublic ? ' public' : ''}`);
    }
    return names.sort();
  };
  expect((await get(open)).length).toBe(6);
  expect(await get(members)).toEqual(['ines', 'mira', 'tobias']);
  expect(await get(draft)).toEqual(['mira']);
});

it('followers hear of posts for everybody, members of those they may read, each once', async () => {
  // The posts of one day share a notification after the fifth.
  now += 2 * 86_400_000;
  const open = await written('everybody');
  const birds = await written('tiers', [tiers[1] as string]);
  await sendFollowNews(parts.commerce);
  expect(await sendFollowNews(parts.commerce)).toBe(0);
  expect(await notified(open)).toEqual(['wren', 'tobias', 'ines']);
  expect(await notified(birds)).toEqual(['ines']);
  const [told] = await world.pb.collection('notifications').getFullList<RecordOf<'notifications'>>({
    filter: world.pb.filter('noteKey = {:key}', { key: `new-post:${birds}` }),
  });
  expect(told?.path).toBe(paths.memberPost(birds));
});

it('is commented on by its readers, answered by its seller, and a text of advertising waits', async () => {
  const { pb } = world;
  const id = await written('members');
  const post = await shownPost(pb, id);
  if (!post) throw new Error('the post is not shown');
  expect(await comment(parts, of('mira'), { post, text: 'Mine.' })).toMatchObject({ kind: 'refused' });
  expect(await comment(parts, of('ines'), { post, text: 'A lantern!' })).toEqual({ kind: 'asked' });
  now += 1000;
  const [first] = await commentsOfPost(pb, id, null, 10);
  expect(first).toMatchObject({ text: 'A lantern!', productId: '', asker: { username: 'ines' } });
  const own = { id: first?.id ?? '', seen: first?.seen ?? 0 };
  const answered = await changeStoreQuestion(parts, of('mira'), store, own, { verb: 'answer', text: 'Yes.' });
  expect(answered).toMatchObject({ question: { answer: { text: 'Yes.' }, post: { id } } });
  const told = await pb.collection('notifications').getFullList<RecordOf<'notifications'>>({
    filter: "kind = 'question' || kind = 'question-answer'",
    sort: 'kind',
  });
  const ofPost = told.filter(({ path }) => path.includes(id));
  expect(ofPost.map(({ user, path }) => [user, path])).toEqual([
    [of('mira').id, paths.sellerPosts(id)],
    [of('ines').id, paths.readPost(id, false, own.id)],
  ]);
  await world.row('spam_words', { word: 'casino', deed: 'hold' });
  expect(await comment(parts, of('tobias'), { post, text: 'Try my casino' })).toEqual({ kind: 'held' });
  expect((await commentsOfPost(pb, id, null, 10)).map(({ text }) => text)).toEqual(['A lantern!']);
});

it('cannot be published without a text, for tiers of nobody, or twice', async () => {
  const id = await written('everybody', [], false);
  const change = async (more: object) => {
    const text = { title: 'News', teaser: '', text: 'A text.', audience: 'everybody' as const, tierIds: [] };
    return changePost(parts, store, { id, seen: await seenOf(id) }, { ...text, ...more }, []);
  };
  const out = async () => publish(parts, of('mira'), store, { id, seen: await seenOf(id) });
  expect(await change({ text: '' })).toBeNull();
  expect(await out()).toMatchObject({ fields: { text: 'Write the text.' } });
  expect(await change({ audience: 'tiers', tierIds: [newRecordId()] })).toBeNull();
  expect(await out()).toHaveProperty('fields.tierIds');
  expect(await change({})).toBeNull();
  expect(await out()).toBeNull();
  expect(await out()).toMatchObject({ is: 'refused' });
  // What is published cannot be emptied either.
  expect(await change({ text: '' })).toHaveProperty('fields.text');
});

it('deleting can be undone for a day; then files and comments go with the post', async () => {
  const { pb } = world;
  const id = await written('everybody');
  const post = await shownPost(pb, id);
  if (!post) throw new Error('the post is not shown');
  await comment(parts, of('ines'), { post, text: 'Before it went.' });
  expect(await deleteOrRestore(parts, store, id, 'delete')).toBeNull();
  expect(await readers(id)).toEqual([]);
  expect(await deleteOrRestore(parts, { ...store, id: newRecordId() }, id, 'restore')).toMatchObject({
    is: 'gone',
  });
  expect(await deleteOrRestore(parts, store, id, 'restore')).toBeNull();
  expect(await shownPost(pb, id)).not.toBeNull();
  await deleteOrRestore(parts, store, id, 'delete');
  expect(await removeDeletedPosts(pb, now + POST_UNDO_MS - 1, 10)).toBe(0);
  expect(await removeDeletedPosts(pb, now + POST_UNDO_MS, 10)).toBe(1);
  expect(await commentsOfPost(pb, id, null, 10)).toEqual([]);
});

it('an upheld case hides it from everybody but its seller, and a decision against the case shows it again', async () => {
  const id = await written('everybody');
  const about = { what: 'post', subject: id, store: store.id, accused: of('mira').id };
  const theCase = await world.row('cases', { ...about, kind: 'copyright', claim: 'Mine.', state: 'upheld' });
  expect(await readers(id)).toEqual([]);
  expect(await ownPost(world.pb, store.id, id)).toMatchObject({ hidden: true });
  await world.pb.collection('cases').update(theCase, { state: 'dismissed' });
  expect((await readers(id)).length).toBe(6);
});

it('a file is uploaded like an attachment, and read by those who may read the post', async () => {
  const { pb } = world;
  // Opened here alone: its jobs, which go by the clock of the machine, would tell followers of the posts above.
  const front = await openTestFront(world, { RATE_LIMITS: 'off' });
  onTestFinished(() => front.close());
  const seller = await aSeller(world, 'kestrel');
  const other = await aSeller(world, 'heron');
  const id = await addPost(pb, seller.storeId, Date.now());
  const headers = (who: TestSeller | null) => ({ headers: who ? { cookie: who.cookie } : {} });
  const send = (who: TestSeller) =>
    fetch(front.url + paths.attachToPost(id, 'arm.lys'), {
      ...{ method: 'POST', body: new Uint8Array(randomBytes(1000)) },
      ...headers(who),
    });
  expect((await send(other)).status).toBe(404);
  // Posts are the work of those with the role "upload", not of those who answer messages.
  for (const [name, roles, status] of [
    ['plover', ['support'], 404],
    ['lapwing', ['upload'], 201],
  ] as const) {
    const { id: user, cookie } = await aSeller(world, name, false);
    const agreedAt = new Date().toISOString();
    await pb.collection('store_staff').create({ store: seller.storeId, user, roles, agreedAt });
    const worker = { ...seller, cookie: `${cookie}; works-for=${seller.storeId}` };
    const answer = await send(worker);
    expect(answer.status, name).toBe(status);
    if (status !== 201) continue;
    const { id: file } = (await answer.json()) as { id: string };
    expect((await fetch(front.url + paths.attachment(file), headers(worker))).status).toBe(200);
    // Who is removed from the store reads its drafts no more, and two stores named at once are none.
    const two = { ...worker, cookie: `${worker.cookie}; works-for=${other.storeId}` };
    expect((await fetch(front.url + paths.attachment(file), headers(two))).status).toBe(404);
  }
  const added = await send(seller);
  expect(added.status).toBe(201);
  const address = front.url + paths.attachment(((await added.json()) as { id: string }).id);
  const statuses = async () => {
    const answers = [];
    for (const who of [null, other, seller]) answers.push((await fetch(address, headers(who))).status);
    return answers;
  };
  expect(await statuses()).toEqual([401, 404, 200]);
  const publishedAt = new Date().toISOString();
  await pb.collection('posts').update(id, { state: 'published', publishedAt });
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await fetch(address)).headers.get('cache-control')).toBe('public, max-age=300');
  await pb.collection('posts').update(id, { audience: 'members' });
  expect(await statuses()).toEqual([401, 404, 200]);
  // No message was sent with it, and it stays all the same.
  const later = () => Date.now() + 2 * UNSENT_ATTACHMENT_TTL_MS;
  await removeStaleAttachments({ ...front.app.messaging.attachments, now: later });
  expect(await statuses()).toEqual([401, 404, 200]);
});
