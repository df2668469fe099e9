import { keptWorld } from '../grown/kept-world.ts';
import { GROWN } from '../grown/size.ts';

/**
 * The grown world beside the demo world. Makes the worlds where the cache folder has none.
 * @param times how many times the products of the grown world there are.
 */
export async function benchGrown(
  times: number,
  folder: string,
  progress: (line: string) => void,
): Promise<void> {
  const size = { ...GROWN, products: GROWN.products * times };
  const world = await keptWorld({ folder, size, progress });
  console.log(`The grown world: ${world.grown}`);
}
