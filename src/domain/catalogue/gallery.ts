import type { Picture } from './product.ts';

/** The most pictures of one gallery: with more, nobody swipes to the end. */
export const GALLERY_MOST = 12;
/** The most photos of buyers' prints among them. */
export const GALLERY_PRINTS_MOST = 3;

/** What an artist writes of a picture that shows the model as a thing: printed, painted, held. */
const AS_A_THING =
  /\b(in (the|a|my|your|one's) (hand|palm)|held|beside a coin|on a finger|printed|3d print|photo of)\b/i;

/** A buyer's photo of their print. */
export interface GalleryPrint {
  /** The photo's record, and its file. */
  id: string;
  file: string;
  /** Whose print it is. */
  by: string;
}

/** A picture of a gallery: one of the artist's, or a buyer's photo of their print. */
export type GalleryItem<Print> = { kind: 'own'; picture: Picture } | { kind: 'print'; print: Print };

/**
 * The pictures of a product in the order of its gallery: the artist's first picture, then what shows the model as a thing (their
 * own pictures of prints and of the model in a hand, by what they wrote of them, and buyers' photos), then their other pictures
 * in their order. The artist's own pictures are never left out for photos.
 */
export function galleryOf<Print>(own: readonly Picture[], prints: readonly Print[]): GalleryItem<Print>[] {
  const [hero, ...others] = own.slice(0, GALLERY_MOST);
  if (!hero) return [];
  const room = Math.min(GALLERY_PRINTS_MOST, GALLERY_MOST - 1 - others.length);
  const ownItem = (picture: Picture): GalleryItem<Print> => ({ kind: 'own', picture });
  const isThing = ({ alt }: Picture) => AS_A_THING.test(alt);
  return [
    ownItem(hero),
    ...others.filter(isThing).map(ownItem),
    ...prints.slice(0, room).map((print): GalleryItem<Print> => ({ kind: 'print', print })),
    ...others.filter((picture) => !isThing(picture)).map(ownItem),
  ];
}
