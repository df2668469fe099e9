import { Readable } from 'node:stream';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';

/** Snapshots are sealed in the format of age, so that its own program opens them too, should this one be lost. */

/** The ending of what is sealed. */
export const SEALED = '.age';

/** A pair of keys: who has the recipient can only seal, who has the identity can open. */
export async function newKeys(): Promise<{ recipient: string; identity: string }> {
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The recipient of a key, which may be a recipient or an identity. @throws Error if it is neither. */
export async function recipientOf(key: string): Promise<string> {
  const recipient = key.startsWith('AGE-SECRET-KEY-') ? await identityToRecipient(key) : key;
  new Encrypter().addRecipient(recipient);
  return recipient;
}

/** Seals bytes for whoever has the identity of this key; an empty key leaves them as they are. */
export async function sealed(bytes: Readable, key: string): Promise<Readable> {
  if (key === '') return bytes;
  const encrypter = new Encrypter();
  encrypter.addRecipient(await recipientOf(key));
  const open = Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
  return Readable.fromWeb((await encrypter.encrypt(open)) as never);
}

/** What cannot be opened: sealed for another key, or changed since. The message is one sentence. */
export class CannotOpen extends Error {}

/**
 * Opens sealed bytes. Each piece is checked before it comes out; a cut or changed file ends with an error.
 * @throws CannotOpen if the key is missing, is another one, or cannot open at all.
 */
export async function opened(bytes: Readable, key: string, name: string): Promise<Readable> {
  if (!key.startsWith('AGE-SECRET-KEY-')) {
    bytes.destroy();
    throw new CannotOpen(
      'These snapshots are sealed: set SNAPSHOT_KEY to the secret key, which begins with AGE-SECRET-KEY-1.',
    );
  }
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const closed = Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
  try {
    return Readable.fromWeb((await decrypter.decrypt(closed)) as never);
  } catch (reason) {
    const isOtherKey = reason instanceof Error && /identity matched|no identity/i.test(reason.message);
    throw new CannotOpen(
      isOtherKey
        ? `${name} was sealed for another key than this SNAPSHOT_KEY.`
        : `${name} is cut or was changed.`,
      { cause: reason },
    );
  } finally {
    bytes.on('error', () => undefined);
  }
}
