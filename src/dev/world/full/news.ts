import type PocketBase from 'pocketbase';
import { addPost, ownPost, publishPost, savePost } from '../../../data/community/post-writing.ts';
import { dateOf } from '../../../data/kernel/fields.ts';
import { sql } from '../../../data/kernel/sql.ts';
import { transaction } from '../../../data/kernel/transaction.ts';
import { cleanPost, type PostText } from '../../../domain/community/post.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { demoId } from '../ids.ts';
import type { DemoStore } from '../stores.ts';
import { HOBBYISTS } from './crowd.ts';
import { fullProduct } from './products.ts';
import { FULL_STORES } from './stores.ts';

const DAY_MS = 86_400_000;

type FullPost = Omit<PostText, 'tierIds'> & {
  store: DemoStore;
  daysAgo: number;
  comments: readonly (readonly [by: string, text: string, answer?: string])[];
};

const POSTS: readonly FullPost[] = [
  {
    store: FULL_STORES.bogtooth,
    daysAgo: 9,
    title: 'The vote: teeth, wings or wheels',
    audience: 'everybody',
    teaser: 'A hundred and four of you voted. It was not close.',
    text: `Teeth won, with 61 of 104. Wings got 30. Thirteen people want a goblin on wheels, and I want to meet all of them.

## What that means

- Next month is the **wolf**, without a rider.
- The rider follows, with a saddle that fits the wolf and nothing else.
- Wheels stay on the list. I am not made of stone.`,
    comments: [
      [
        'dice-goblin',
        'Thirteen of us and we will not be silent.',
        'I know where you live. You are in the member list.',
      ],
      ['mrs-drybrush', 'Please make the fur in clumps, not in hairs. My brush thanks you.', 'Clumps it is.'],
      ['nat-one', 'Will the wolf stand on a 50 or a 60?', '60 oval, he is long.'],
    ],
  },
  {
    store: FULL_STORES.bogtooth,
    daysAgo: 24,
    title: 'Ears, again',
    audience: 'everybody',
    teaser: 'Three broken ears in one week. Here is what I changed.',
    text: `Three of you sent me pictures of a goblin with one ear, and one of you had painted the stump. Respect.

The ears of Snik are **0.2 mm** thicker at the root now, and the supports have moved off the left eye. The new files are in your library.`,
    comments: [['old-lead', 'I keep the one-eared version. He has a story now.']],
  },
  {
    store: FULL_STORES.bogtooth,
    daysAgo: 4,
    title: 'Three sketches for the month after',
    audience: 'members',
    teaser: 'Members see them first.',
    text: `A: a cook with a very large ladle. B: a standard bearer, who has stolen the wrong standard. C: twins in one coat.

Tell me below.`,
    comments: [
      ['backlog-bea', 'C. It has to be C.'],
      ['tabletop-tom', 'B, with a tavern sign as the standard.', 'Oh no. That is good.'],
    ],
  },
  {
    store: FULL_STORES.gravewick,
    daysAgo: 27,
    title: 'Barrow Row is in your libraries',
    audience: 'everybody',
    teaser: 'All models of the campaign are delivered. Here is how to get them.',
    text: `Everybody who backed *Barrow Row* has a mail with a link. Open it, sign in or sign up with any address, and the whole row is in your library: plain, supported, with notes.

## If the mail is lost

Write me here. I see who has claimed and who has not, and I can send it again.`,
    comments: [
      ['ghoul-school', 'Got all four, printing the king tonight.', 'Warm the resin!'],
      [
        'pinwasher',
        'Fastest delivery of any campaign I ever backed. The lamp lighter was a lovely surprise.',
      ],
    ],
  },
  {
    store: FULL_STORES.plinth,
    daysAgo: 12,
    title: 'How I light a face in four values',
    audience: 'everybody',
    teaser: 'Before any colour: where is the lamp?',
    text: `Prime black. Then three greys from one side, with the same big brush, and stop.

1. **Everything that sees the lamp** gets a mid grey.
2. **Everything that points at it** gets a light grey.
3. **One spot on the nose and one on the lip** get white.

If it looks like a face now, colour is only a glaze.`,
    comments: [
      ['zenithal-zoe', 'I have read ten tutorials and this is the first that stops in time.'],
      [
        'loupe',
        'Which grey for step 1? Mine goes chalky.',
        'Add a little brown. Pure grey on black always looks like dust.',
      ],
    ],
  },
  {
    store: FULL_STORES.vanta,
    daysAgo: 16,
    title: 'Why the knees bend',
    audience: 'everybody',
    teaser: 'I make prosthetics. I cannot switch it off.',
    text: `A plate over a joint needs somewhere to go. In every Vanta suit the knee cap slides under the thigh plate, and there is soft suit behind it. You can check: the gap is **0.6 mm** at this scale, which is just enough for a wash.`,
    comments: [['gunmetal-gus', 'This is why I buy from you.']],
  },
  {
    store: FULL_STORES.owlmarch,
    daysAgo: 6,
    title: 'Three hundred and twelve feathers',
    audience: 'everybody',
    teaser: 'Somebody asked. I counted.',
    text: `It is 312, without the ones under the moss.

They are laid in rows from the tail upwards, each over the one below, like shingles. That is why a drybrush from above finds every edge, and a wash runs **down** between them and not across.`,
    comments: [['wetpalette', 'And the ones under the moss?', 'Some questions stay between me and the owl.']],
  },
];

const QUESTIONS: readonly (readonly [
  product: string,
  by: string,
  daysAgo: number,
  text: string,
  answer?: string,
])[] = [
  [
    'Snik, Who Goes First',
    'sprue-cutter',
    2,
    'Is there a version without the base? I use 25 mm squares.',
    'Not yet, but the feet are flat enough to cut him off above the branch. A separate base is on my list.',
  ],
  [
    'Gorrash Red-Hand',
    'third-edition',
    4,
    'Would he still print at 28 mm, or do the tusks go?',
    'At 88 % the tusks are 0.9 mm. They go through on a 4K screen, I tried.',
  ],
  [
    'Ser Amaury of the Milestone',
    'basing-is-life',
    3,
    'What is written on the milestone?',
    'Two runes that mean nothing and one that means nine. Paint over it with your own town.',
  ],
  [
    'Grave Guard, Third Watch',
    'fdm-forever',
    6,
    'Any chance with a 0.2 nozzle?',
    'The torso yes, the fingers no. I would rather tell you now than after nine hours.',
  ],
  ['The Patient One', 'ruth-rolls', 1, 'Is the hood empty or is there a skull in it?'],
  [
    'Thrain Doorward',
    'tiny-hammer',
    5,
    'Does the hammer come off for a conversion?',
    'One cut below the fist and it is off; the haft is 2 mm, so you can pin it.',
  ],
  [
    'Hoarwing, the March Owl',
    'campaign-seven',
    1,
    'How large is the base with the log, would he rank up on a 50?',
    'The base is 35 mm and the log stays inside it. The raised claw stands 6 mm over the edge.',
  ],
  [
    'Vanta Trooper, Rifle',
    'halftrack',
    3,
    'Could you offer the helmet alone as a bit?',
    'Heads on their own come with the next drop, five of them.',
  ],
  [
    'Osric Half-Remembered',
    'lady-kettle',
    7,
    'Which of his spells has he forgotten?',
    'If he knew that, he would not have.',
  ],
];

/** Creates the posts with their comments, and the questions about models. */
export async function seedNews(pb: PocketBase, now: Instant): Promise<void> {
  const rows: object[] = [];
  const idOf = new Map(HOBBYISTS.map(({ id, username }) => [username, id]));
  const ask = (text: string, by: string, at: Instant, answer: string | undefined, about: object) =>
    rows.push({
      ...{
        id: demoId('question', text),
        asker: idOf.get(by) ?? '',
        text,
        answer: answer ?? '',
        at: dateOf(at),
      },
      ...{
        state: answer === undefined ? 'open' : 'answered',
        answeredAt: answer === undefined ? '' : dateOf(at + DAY_MS / 4),
      },
      ...{ product: '', post: '', ...about },
    });
  for (const { store, daysAgo, comments, ...text } of POSTS) {
    const id = demoId('post', text.title);
    const at = now - daysAgo * DAY_MS;
    if (!(await ownPost(pb, store.id, id))) {
      await addPost(pb, store.id, at, id);
      await savePost(pb, { id, storeId: store.id, seen: at }, cleanPost({ ...text, tierIds: [] }), [], at);
      await publishPost(pb, { id, storeId: store.id, seen: at + 1 }, at);
    }
    for (const [nth, [by, said, answer]] of comments.entries())
      ask(said, by, at + (nth + 1) * 0.2 * DAY_MS, answer, { post: id, store: store.id });
  }
  for (const [name, by, daysAgo, text, answer] of QUESTIONS) {
    const product = fullProduct(name);
    ask(text, by, now - daysAgo * DAY_MS, answer, { product: product.id, store: product.storeId });
  }
  await transaction(pb)
    .exec(
      sql`INSERT OR IGNORE INTO questions (id, product, store, asker, question, answer, state, answeredAt, post, created, updated)
        SELECT v.value ->> 'id', v.value ->> 'product', v.value ->> 'store', v.value ->> 'asker', v.value ->> 'text', v.value ->> 'answer',
          v.value ->> 'state', v.value ->> 'answeredAt', v.value ->> 'post', v.value ->> 'at', v.value ->> 'at'
        FROM json_each({:rows}) v`,
      { rows: JSON.stringify(rows) },
    )
    .run();
}
