import { readFile } from 'node:fs/promises';
import type PocketBase from 'pocketbase';
import sharp from 'sharp';
import {
  addReviewPhoto,
  answerReview,
  reviewState,
  writeReview,
} from '../../data/community/review-writing.ts';
import { myReview } from '../../data/community/reviews.ts';
import { type ReviewText, reviewRefusal } from '../../domain/community/review.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { processPicture } from '../../server/kernel/picture-intake.ts';
import { demoProduct, PEOPLE } from './cast.ts';
import type { PersonName } from './people.ts';

interface DemoReview extends ReviewText {
  by: PersonName;
  product: string;
  /** The reviewer's photo: in primer as it left the printer, or painted. */
  photos: ('primer' | 'painted')[];
  answer?: string;
}

const said = (
  by: PersonName,
  product: string,
  stars: ReviewText['stars'],
  text: string,
  more: Partial<DemoReview> = {},
): DemoReview => ({
  by,
  product,
  stars,
  text,
  printer: '',
  material: null,
  layerMm: null,
  exposureS: null,
  supports: null,
  variant: '',
  outcome: null,
  photos: [],
  ...more,
});

/** The reviews of the demo world. */
const REVIEWS: DemoReview[] = [
  said(
    'tobias',
    'Grandfather Hollowbough',
    5,
    'The bark holds washes like nothing else on my shelf. Supports came away clean from the beard; I sanded two spots under the left hand and that was all. He now stands at the head of every forest table.',
    {
      printer: 'Elegoo Mars 4',
      material: 'resin',
      variant: '32 mm',
      layerMm: 0.05,
      exposureS: 2.3,
      supports: 'presupported',
      outcome: 'yes',
      photos: ['primer', 'painted'],
      answer: 'Thank you, Tobias. The spots under the hand are gone in the next version of the supports.',
    },
  ),
  said(
    'tobias',
    'Pressure Door 07',
    4,
    'Prints flat and clean without supports. The wheel is a tight fit in PLA: I filed a hair off the pin and it turns.',
    {
      printer: 'Prusa MK4',
      material: 'pla',
      outcome: 'changes',
      photos: ['primer'],
    },
  ),
  said(
    'tobias',
    'Ivygate Ruin',
    5,
    'Three of them make a gatehouse. The ivy survived my players, who drop everything.',
    {
      printer: 'Prusa MK4',
      material: 'petg',
      outcome: 'yes',
      photos: ['painted'],
    },
  ),
  said(
    'dorin',
    'Gulper, the Larder Cube',
    5,
    'I sculpt dungeons for a living and still wanted this one. Printed in clear resin with a few bones dropped in before the last cure.',
    {
      printer: 'Saturn 3 Ultra',
      material: 'resin',
      outcome: 'yes',
      photos: ['primer', 'painted'],
    },
  ),
  said(
    'ines',
    'Gulper, the Larder Cube',
    3,
    'Lovely on the table, but hollow it before you print: mine cupped and split at the base the first time.',
    {
      printer: 'Phrozen Sonic Mini',
      material: 'resin',
      outcome: 'changes',
      photos: ['primer'],
      answer: 'Well seen. There is a hollowed file with two drain holes in it now; it is in your library.',
    },
  ),
  said(
    'dorin',
    'Grasp of the Drowned Deep',
    4,
    'Great reach, and the suckers take a drybrush well. The tip wants care when you snip it off.',
    {
      printer: 'Saturn 3 Ultra',
      material: 'resin',
      outcome: 'yes',
    },
  ),
];

/** Creates the reviews, once: later edits and deletions stay. Users who do not own the product are skipped. */
export async function seedReviews(pb: PocketBase, now: Instant): Promise<void> {
  if ((await pb.collection('reviews').getList(1, 1, { fields: 'id' })).totalItems > 0) return;
  for (const { by, product, photos, answer, ...text } of REVIEWS) {
    const { id: productId, model } = demoProduct(product);
    const userId = PEOPLE[by].id;
    const standing = await reviewState(pb, userId, productId);
    if (!standing?.source || reviewRefusal(standing) !== null) continue;
    const written = { userId, product: standing.product, source: standing.source };
    const id = await writeReview(pb, written, text, now);
    const review = id === null ? null : await myReview(pb, userId, id);
    if (!review) continue;
    for (const [nth, look] of photos.entries())
      await addReviewPhoto(pb, review, await processPicture(await snapshot(model, look, nth)));
    if (answer !== undefined) await answerReview(pb, review, answer, now);
  }
}

/** Looks like a phone photo taken over a desk: closer, a little tilted, in warm light. */
async function snapshot(model: string, look: 'primer' | 'painted', nth: number): Promise<Uint8Array> {
  const picture = await readFile(new URL(`./pictures/${look}/${model}.webp`, import.meta.url));
  const print = sharp(picture)
    .rotate(nth % 2 === 0 ? 4 : -5, { background: '#b9a58c' })
    .resize(640, 640, { fit: 'cover' })
    .extract({ left: 70, top: 50, width: 500, height: 540 })
    .modulate({ brightness: 1.08, saturation: 0.9 });
  return (look === 'primer' ? print.tint('#e2d3bd') : print).jpeg().toBuffer();
}
