/** A wallet has at most so many signs in its name, and a cart names at most so many. */
const NAME_MAX = 30;
const WALLETS_MAX = 6;

/** Wallets of a setting such as "Apple Pay, Google Pay", as buyers read them; null where it is no such list. */
export function walletsOf(setting: string): string[] | null {
  const names = setting
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const isList =
    names.length <= WALLETS_MAX &&
    names.every((name) => name.length <= NAME_MAX && /^[\p{L}\d .+-]+$/u.test(name));
  return isList ? [...new Set(names)] : null;
}

/** How the payment page takes money, within a sentence: "by card, Apple Pay or Google Pay". */
export function waysToPay(wallets: readonly string[]): string {
  const ways = ['card', ...wallets];
  const last = ways.pop();
  return `by ${ways.length === 0 ? last : `${ways.join(', ')} or ${last}`}`;
}
