import type PocketBase from 'pocketbase';
import { dateOf } from '../../../data/kernel/fields.ts';
import { sql } from '../../../data/kernel/sql.ts';
import { transaction } from '../../../data/kernel/transaction.ts';
import type { Stars } from '../../../domain/catalogue/rating.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { demoId } from '../ids.ts';
import type { DemoProduct } from '../product.ts';
import { lot } from './crowd.ts';
import { MORE_TEXTS } from './more-texts.ts';
import { REVIEW_TEXTS, type Said } from './review-texts.ts';
import { type DemoSale, writerOf } from './sales.ts';

const DAY_MS = 86_400_000;
/** How many reviews there are in all. */
export const REVIEW_COUNT = 300;
/** Of so many for whose model no words of its own are left, one says what fits anything. */
const WORDS_FIRST = 2;

/** How artists answer; the rating decides which. */
const ANSWERS: Readonly<Record<'glad' | 'sorry', readonly string[]>> = {
  glad: [
    'Thank you. Send me a picture when the base is done!',
    'That made my evening. Back to the next one.',
    'I will tell the sculpt. It will be unbearable now.',
    'Good to hear about the resin temperature, I have put it into the notes.',
    'Happy printing. The next one of the range is on the desk.',
    'You are too kind, and your layers are too thin. I am jealous.',
  ],
  sorry: [
    'Sorry about that. I have moved those two supports, the new file is in your library.',
    'Thank you for saying it plainly. I could reproduce it, and version 2 is up.',
    'Fair. I have made that part thicker; download it again, it costs nothing.',
    'Write me with your exposure and I will look at it with you. If it does not work out, take the refund.',
  ],
};

/** The words for a model: its kind first, then its type, then what fits anything. */
function wordsFor({ archetype, facets, category }: DemoProduct): readonly string[] {
  const kind = facets.type === 'bust' ? 'bust' : archetype;
  const like = /necromancer|druid/.test(kind) ? 'wizard' : kind;
  const type =
    /terrain|base/.test(facets.type ?? '') || /ruins|dungeon|wilds/.test(category)
      ? 'terrain'
      : (facets.type ?? '');
  return [like, type, 'any'];
}

interface DemoOpinion {
  sale: DemoSale;
  said: Said;
  writtenAt: Instant;
  answer: string | null;
}

/** Who says what, always the same; no text twice. */
export function demoReviews(sales: readonly DemoSale[], now: Instant): DemoOpinion[] {
  const left = new Map(
    Object.entries(REVIEW_TEXTS).map(([about, said]) => [about, [...said, ...(MORE_TEXTS[about] ?? [])]]),
  );
  const writers = sales
    .filter((sale) => writerOf(sale) !== null && sale.placedAt < now - DAY_MS)
    .sort((a, b) => order(a) - order(b))
    .slice(0, REVIEW_COUNT);
  return writers.map((sale, nth) => {
    const about = wordsFor(sale.product).find((kind) => (left.get(kind) ?? []).length > 0);
    const speaks = about !== 'any' || nth % WORDS_FIRST === 0;
    const words = about !== undefined && speaks ? left.get(about)?.shift() : undefined;
    const said: Said = words ?? [starsAlone(sale), ''];
    const since = now - sale.placedAt;
    const tone = said[0] >= 4 ? 'glad' : 'sorry';
    const isAnswered =
      said[1] !== '' && lot(sale.buyer.id, sale.product.id, 'answer') < (tone === 'sorry' ? 0.75 : 0.12);
    const answers = ANSWERS[tone];
    return {
      sale,
      said,
      writtenAt:
        sale.placedAt + Math.floor(since * (0.15 + 0.8 * lot(sale.buyer.id, sale.product.id, 'writes'))),
      answer: isAnswered ? (answers[Math.floor(lot(sale.product.id, nth) * answers.length)] ?? null) : null,
    };
  });
}

const order = ({ buyer, product }: DemoSale): number => lot(buyer.id, product.id, 'order');

function starsAlone({ buyer, product }: DemoSale): Stars {
  const mood = lot(buyer.id, product.id, 'stars');
  return mood < 0.6 ? 5 : mood < 0.88 ? 4 : mood < 0.96 ? 3 : mood < 0.985 ? 2 : 1;
}

/** Writes the reviews at once; triggers count the stars. */
export async function seedOpinions(pb: PocketBase, sales: readonly DemoSale[], now: Instant): Promise<void> {
  const rows = demoReviews(sales, now).map(({ sale, said: [stars, text, outcome], writtenAt, answer }) => {
    const writer = writerOf(sale);
    const isPrinted = outcome !== undefined;
    return {
      ...{ id: demoId('review', `${sale.buyer.id}/${sale.product.id}`), user: sale.buyer.id },
      ...{
        product: sale.product.id,
        store: sale.product.storeId,
        source: sale.product.free ? 'free' : 'purchase',
      },
      ...{ stars, text, outcome: outcome ?? '', printer: isPrinted ? (writer?.printer ?? '') : '' },
      ...{
        material: isPrinted ? (writer?.material ?? '') : '',
        layerMm: isPrinted ? (writer?.layerMm ?? 0) : 0,
      },
      ...{ at: dateOf(writtenAt), answer: answer ?? '' },
      answeredAt: answer === null ? '' : dateOf(Math.min(now, writtenAt + DAY_MS * 0.6)),
    };
  });
  await transaction(pb)
    .exec(
      sql`INSERT OR IGNORE INTO reviews (id, product, store, [[user]], source, stars, text, printer, material, outcome, layerMm,
          writtenAt, answer, answeredAt, created, updated)
        SELECT v.value ->> 'id', v.value ->> 'product', v.value ->> 'store', v.value ->> 'user', v.value ->> 'source', v.value ->> 'stars',
          v.value ->> 'text', v.value ->> 'printer', v.value ->> 'material', v.value ->> 'outcome', v.value ->> 'layerMm',
          v.value ->> 'at', v.value ->> 'answer', v.value ->> 'answeredAt', v.value ->> 'at', v.value ->> 'at'
        FROM json_each({:rows}) v`,
      { rows: JSON.stringify(rows) },
    )
    .run();
}
