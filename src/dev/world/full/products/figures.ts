import { type DemoProduct, productsIn, type WrittenProduct } from '../../product.ts';
import type { DemoStore } from '../../stores.ts';

/** A figure of the full world: unless said otherwise of fantasy, supported, in one piece. */
type WrittenFigure = Omit<WrittenProduct, 'type' | 'supports'> &
  Partial<Pick<WrittenProduct, 'type' | 'supports'>>;

/** Figures of one store, with pictures from the back and from close by. @param scale in mm */
export function figuresOf(store: DemoStore, scale: 28 | 32 | 75, all: WrittenFigure[]): DemoProduct[] {
  const written = all.map((figure) => ({
    scale: `${scale}` as const,
    type: 'figure' as const,
    supports: 'recommended' as const,
    ...figure,
  }));
  return productsIn(store, written, { folder: 'full/', views: ['detail', 'back'] });
}
