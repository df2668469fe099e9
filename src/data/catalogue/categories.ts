import type PocketBase from 'pocketbase';
import type { Category } from '../../domain/catalogue/store.ts';
import type { CategoriesRecord } from '../kernel/records.ts';

/** The marketplace's categories as a tree of two levels, in the operator's order. */
export async function categoryTree(pb: PocketBase): Promise<Category[]> {
  const records = await pb.collection('categories').getFullList<CategoriesRecord>({ sort: 'position,name' });
  const categoryOf = ({ id, slug, name, description }: CategoriesRecord): Category => ({
    id,
    slug,
    name,
    description,
    children: [],
  });
  const tops = new Map(
    records.filter((record) => record.parent === '').map((record) => [record.id, categoryOf(record)]),
  );
  for (const record of records) tops.get(record.parent)?.children.push(categoryOf(record));
  return [...tops.values()];
}
