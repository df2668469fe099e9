/** Numbers as they are typed: "" and what is no number become NaN, which no group accepts. */
export const requiredNumber = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim());

/** A number in a field; "" for NaN. */
export const shownNumber = (value: number): string => (Number.isNaN(value) ? '' : String(value));

/** A moment as a field of the kind datetime-local shows it, in UTC; "" for none. */
export const shownMoment = (at: number | null): string =>
  at === null ? '' : new Date(at).toISOString().slice(0, 16);

/** The moment of such a field; null where it is empty. */
export const typedMoment = (text: string): number | null => {
  const at = Date.parse(`${text}Z`);
  return text === '' || Number.isNaN(at) ? null : at;
};
