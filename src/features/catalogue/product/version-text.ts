import type { ProductChange } from '../../../data/catalogue/product-changes.ts';

/** "Files changed: golem.stl, base.stl and 3 more." */
export function filesChanged({ fileCount, files }: Pick<ProductChange, 'fileCount' | 'files'>): string {
  const more = fileCount - files.length;
  if (more > 0) return `Files changed: ${files.join(', ')} and ${more} more.`;
  const names = [files.slice(0, -1).join(', '), ...files.slice(-1)].filter((part) => part !== '');
  return fileCount === 0 ? '' : `Files changed: ${names.join(' and ')}.`;
}
