/** The largest file that this browser reads again to compare it with what arrived, in bytes: it needs it whole in memory. */
export const COMPARED_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Whether a file of this computer has the SHA-256 of what arrived; true where that is not known, or the file is too large to
 * say. A file can change on its disk while it is sent.
 * @param sha256 as 64 hexadecimal digits; null where the server did not say
 */
export async function isSameFile(file: Blob, sha256: string | null): Promise<boolean> {
  if (sha256 === null || file.size > COMPARED_MAX_BYTES) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}
