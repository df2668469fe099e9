import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts bytes that leave our hands, or lie where others may copy them, with AES-256-GCM. */
export interface Seal {
  /**
   * The same bytes about the same thing are sealed to the same text, so that a repeated request is the same request.
   * @param about what it belongs to, such as the id of an order; for another thing it does not open.
   */
  seal(about: string, bytes: Buffer): string;
  /** The bytes; null where the text was sealed with another key, for another thing, or changed. */
  open(about: string, sealed: string): Buffer | null;
}

/**
 * @param password that of the service account: all sites know it, and the database has only its hash.
 * @param purpose what the key is derived for, so that texts of one purpose do not open for another.
 */
export function openSeal(password: string, purpose: string): Seal {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', password, '', use, 32));
  const key = derived(purpose);
  const ivKey = derived(`${purpose}: iv`);
  return {
    seal(about, bytes) {
      // From the content: different contents never share an initialization vector, and equal ones reveal only that they are equal.
      const iv = createHmac('sha256', ivKey)
        .update(about)
        .update('\n')
        .update(bytes)
        .digest()
        .subarray(0, IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(about, text) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
