/** Made once, because that takes longer than a hundred numbers; and not before, because the database's engine has no Intl. */
let format: Intl.NumberFormat | null = null;

/** A whole number as people read it: "12,345". */
export function countText(count: number): string {
  format ??= new Intl.NumberFormat('en-US');
  return format.format(count);
}
