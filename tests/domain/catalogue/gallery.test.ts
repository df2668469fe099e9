import { describe, expect, it } from 'vitest';
import { GALLERY_MOST, GALLERY_PRINTS_MOST, galleryOf } from '../../../src/domain/catalogue/gallery.ts';

const picture = (alt: string) => ({ file: `${alt}.webp`, alt });
const shown = (own: string[], prints: string[]) =>
  galleryOf(own.map(picture), prints).map((item) => (item.kind === 'own' ? item.picture.alt : item.print));

describe('the gallery of a product', () => {
  it('begins with the artist’s first picture, then what shows the model as a thing', () => {
    expect(
      shown(
        ['Painted', 'From behind', 'The wizard in a hand', 'Printed in grey resin'],
        ['by Ada', 'by Ben'],
      ),
    ).toEqual([
      'Painted',
      'The wizard in a hand',
      'Printed in grey resin',
      'by Ada',
      'by Ben',
      'From behind',
    ]);
  });

  it('keeps the artist’s order where nothing shows a print', () => {
    expect(shown(['One', 'Two', 'Three'], [])).toEqual(['One', 'Two', 'Three']);
    expect(shown([], ['by Ada'])).toEqual([]);
  });

  it('has at most twelve pictures and three photos of buyers, and never leaves out the artist’s own for them', () => {
    const prints = Array.from({ length: 9 }, (_, at) => `by ${at}`);
    const own = (count: number) => Array.from({ length: count }, (_, at) => `No. ${at}`);
    expect(shown(own(4), prints)).toHaveLength(4 + GALLERY_PRINTS_MOST);
    expect(shown(own(11), prints)).toHaveLength(GALLERY_MOST);
    expect(shown(own(12), prints)).toEqual(own(12));
    expect(shown(own(15), prints)).toHaveLength(GALLERY_MOST);
  });
});
