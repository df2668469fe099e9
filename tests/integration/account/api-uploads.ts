import { paths } from '../../../src/paths.ts';

type Asked = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer,
) => Promise<Response>;

/** The door of uploads for the holder of a token, as programs use it. @param url of the site */
export function tusWith(url: string, token: string) {
  const tus: Asked = (method, path, headers, body) =>
    fetch(new URL(path, url), {
      method,
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
    });
  return {
    tus,
    /** Begins an upload. @param said what is said of it besides its name */
    begin(name: string, bytes: Buffer, said: Record<string, string> = {}) {
      const metadata = Object.entries({ filename: name, ...said }).map(
        ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
      );
      const headers = { 'upload-length': String(bytes.length), 'upload-metadata': metadata.join() };
      return tus('POST', paths.uploads(), headers);
    },
    /** Sends bytes of a file from one place up to another. */
    piece(path: string, bytes: Buffer, from: number, to = bytes.length) {
      const headers = { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
      return tus('PATCH', path, headers, bytes.subarray(from, to));
    },
  };
}
