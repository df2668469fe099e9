/** Fields with whole numbers of cents. PocketBase would turn "12,50" or null into 0, which means free. */
const MONEY_FIELDS: { [collection: string]: string[] } = { products: ['priceCents', 'suggestedCents'] };

/** Why this data may not be stored, or null: money is a JSON integer ≥ 0, and is never incremented. */
export function priceRefusal(collection: string, data: { [name: string]: unknown }): string | null {
  for (const field of MONEY_FIELDS[collection] ?? []) {
    for (const sign of ['+', '-']) {
      if (field + sign in data || sign + field in data) return `${field} is set, never counted`;
    }
    if (!(field in data)) continue;
    const value = data[field];
    if (typeof value !== 'number' || !Number.isFinite(value) || Math.floor(value) !== value || value < 0) {
      return `${field} is a whole number of cents`;
    }
  }
  return null;
}
