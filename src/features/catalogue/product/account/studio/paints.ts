/** The paint of a rendered model. Colours as #rrggbb. */
export interface Paint {
  colour: string;
  /** Primer is plain; the others get a wash in the folds and dry-brushed edges. */
  finish: 'primer' | 'paint' | 'metal';
}

export const PAINTS = {
  primer: { name: 'Grey primer', paint: { colour: '#94979b', finish: 'primer' } },
  bone: { name: 'Bone', paint: { colour: '#d3c19c', finish: 'paint' } },
  stone: { name: 'Stone', paint: { colour: '#858076', finish: 'paint' } },
  moss: { name: 'Moss', paint: { colour: '#6b7a45', finish: 'paint' } },
  verdigris: { name: 'Verdigris', paint: { colour: '#3f8f80', finish: 'paint' } },
  dusk: { name: 'Dusk', paint: { colour: '#56678c', finish: 'paint' } },
  rust: { name: 'Rust', paint: { colour: '#a0552f', finish: 'paint' } },
  wax: { name: 'Wax red', paint: { colour: '#a3372b', finish: 'paint' } },
  brass: { name: 'Brass', paint: { colour: '#c79a4b', finish: 'metal' } },
  iron: { name: 'Iron', paint: { colour: '#8d9297', finish: 'metal' } },
} as const satisfies Record<string, { name: string; paint: Paint }>;

export type PaintName = keyof typeof PAINTS;
/** A preset, or the seller's custom colour. */
export type PaintChoice = PaintName | 'own';

/** The paint of a choice; `own` is the seller's colour. */
export function paintOf(choice: PaintChoice, own: string): Paint {
  return choice === 'own' ? { colour: own, finish: 'paint' } : PAINTS[choice].paint;
}

/** Alt text of a rendered picture, at most `maxLength` characters: "Stone golem in grey primer, seen from the front." */
export function pictureAlt(product: string, choice: PaintChoice, side: string, maxLength: number): string {
  const painted = choice === 'own' ? 'painted in one colour' : `in ${PAINTS[choice].name.toLowerCase()}`;
  const rest = ` ${painted}, seen ${side}.`;
  return `${product.slice(0, Math.max(0, maxLength - rest.length)).trim()}${rest}`;
}
