import sharp from 'sharp';
import type { Brand } from '../../domain/kernel/brand.ts';
import { encodeForPage } from '../kernel/image-work.ts';

/** What social sites show beside a link, in pixels. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 90;
/** Height of the capital letters' line, in pixels; a long name is written smaller. */
const NAME_SIZE = 116;
const NAME_AT = 470;
const SIGN_SIZE = 190;
const SIGN_TOP = 130;

/** As in `ui/theme.css`. */
const PAPER = '#f6f2ea';
const INK = '#1d1a16';
const ACCENT = '#1d6f63';
/** The drawn sign of `Logo.astro`, 32 units wide. */
const SIGN = 'M4 13 16 4l12 9M7 12v14h18V12M12.5 26v-6.5a3.5 3.5 0 0 1 7 0V26M3 28.5h26';

/**
 * The name as outlines, so that the picture needs no font of the machine: shapes with their place, and their width, at size 1.
 * What reads fonts is loaded with the first picture: it takes 5 MB, and most processes draw none.
 */
async function outlines(name: string): Promise<{ shapes: string; width: number }> {
  const [{ create }, { textRuns }] = await Promise.all([
    import('fontkit'),
    import('../payments/invoice-fonts.ts'),
  ]);
  let width = 0;
  let shapes = '';
  for (const { text, font } of textRuns(name, true).runs) {
    const opened = create(font.bytes);
    if (!('layout' in opened)) continue;
    const scale = 1 / opened.unitsPerEm;
    const { glyphs, positions } = opened.layout(text);
    glyphs.forEach((glyph, at) => {
      shapes += `<path transform="translate(${width.toFixed(4)} 0) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`;
      width += (positions[at]?.xAdvance ?? glyph.advanceWidth) * scale;
    });
  }
  return { shapes, width };
}

/**
 * The picture of the site that is shown where somebody shares a page without one of its own: name, sign or logo, and the
 * accent colour of the light theme. A PNG.
 */
export async function sharePicture({
  name,
  accentLight,
  logo,
}: Pick<Brand, 'name' | 'accentLight' | 'logo'>): Promise<Buffer> {
  const accent = accentLight === '' ? ACCENT : accentLight;
  const { shapes, width } = await outlines(name);
  const size = Math.min(NAME_SIZE, (WIDTH - 2 * MARGIN) / Math.max(width, 1));
  const sign =
    logo === ''
      ? `<path transform="translate(${(WIDTH - SIGN_SIZE) / 2} ${SIGN_TOP}) scale(${SIGN_SIZE / 32})" d="${SIGN}"
          fill="none" stroke="${accent}" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/>`
      : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/><rect y="${HEIGHT - 24}" width="${WIDTH}" height="24" fill="${accent}"/>${sign}
    <g fill="${INK}" transform="translate(${(WIDTH - width * size) / 2} ${NAME_AT}) scale(${size})">${shapes}</g></svg>`;
  return encodeForPage(async () => {
    const picture = sharp(Buffer.from(svg));
    if (logo !== '') {
      const { data, info } = await sharp(Buffer.from(logo, 'base64'))
        .resize({ width: WIDTH - 4 * MARGIN, height: SIGN_SIZE, fit: 'inside' })
        .png()
        .toBuffer({ resolveWithObject: true });
      picture.composite([{ input: data, top: SIGN_TOP, left: Math.round((WIDTH - info.width) / 2) }]);
    }
    return picture.png({ palette: true }).toBuffer();
  });
}

/** The share picture of the settings as they are; made once for each version of them. */
export function openSharePicture(): (version: number, brand: Brand) => Promise<Buffer> {
  let made: { version: number; picture: Promise<Buffer> } | null = null;
  return (version, brand) => {
    if (made?.version === version) return made.picture;
    const picture = sharePicture(brand);
    made = { version, picture };
    picture.catch(() => {
      made = null;
    });
    return picture;
  };
}
