/**
 * Makes an address decodable: if its path has an invalid escape sequence, every percent sign in it is escaped. Such a
 * path is then simply not found.
 */
export function readableAddress(address: string): string {
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    return path.replaceAll('%', '%25') + address.slice(path.length);
  }
}

/** A path without slashes at its end. `/\/+$/` would look through every row of slashes within it once for each slash. */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
