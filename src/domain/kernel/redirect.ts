/**
 * Where a person is sent after signing in: the path he wanted, or `fallback` where the wish does not lead to a page of
 * our own. A wish must begin with one slash; what a browser would read as another host ("//", "/\\"), as a control
 * character or as the sign-in page again is refused.
 */
export function safeRedirect(wish: unknown, fallback: string): string {
  if (typeof wish !== 'string' || wish.length > 2000) return fallback;
  if (!wish.startsWith('/') || /^\/[/\\]/.test(wish) || hasControls(wish)) return fallback;
  // A browser drops tabs and line breaks and turns backslashes before it decides on a host.
  if (wish.includes('\\')) return fallback;
  if (/^\/(login|signup)(?![\w-])/.test(wish)) return fallback;
  return wish;
}

function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === 0x7f) return true;
  }
  return false;
}
