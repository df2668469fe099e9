/**
 * The path to open after signing in: the requested one, or `fallback` where it does not lead to a page of this site. The
 * path must begin with a single slash. Refused are what a browser would read as another host ("//", "/\\"), control
 * characters, and the sign-in pages themselves.
 */
export function safeRedirect(requested: unknown, fallback: string): string {
  if (typeof requested !== 'string' || requested.length > 2000) return fallback;
  if (!requested.startsWith('/') || /^\/[/\\]/.test(requested) || hasControls(requested)) return fallback;
  // A browser drops tabs and line breaks and turns backslashes before it decides on a host.
  if (requested.includes('\\')) return fallback;
  if (/^\/(login|signup)(?![\w-])/.test(requested)) return fallback;
  return requested;
}

function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === 0x7f) return true;
  }
  return false;
}
