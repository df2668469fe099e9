/** The largest file that a browser is asked to read, in bytes; what it sends is smaller. */
const CHOSEN_MAX_BYTES = 20_000_000;
/** The longest side of a picture that was drawn smaller before it is sent, in px: twice what the server stores. */
const SENT_SIDE_PX = 3200;

/** The accepted types of pictures. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';

/** A first check before cropping; the server checks the content itself. */
export function pictureFileRefusal(file: File): string | null {
  if (!PICTURE_TYPES.split(',').includes(file.type)) return 'The picture must be a JPEG, PNG or WebP.';
  return file.size > CHOSEN_MAX_BYTES ? 'The picture is too large: at most 20 MB.' : null;
}

/**
 * The picture as it is sent: unchanged up to `mostBytes`, which the server accepts, else drawn smaller, as WebP (JPEG in browsers
 * that cannot write it). A file that the browser cannot read is sent unchanged; the server says why it is refused.
 */
export async function pictureToSend(file: File, mostBytes: number): Promise<Blob> {
  if (file.size <= mostBytes) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SENT_SIDE_PX / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
    const webp = await drawn('image/webp');
    return (webp?.type === 'image/webp' ? webp : await drawn('image/jpeg')) ?? file;
  } catch {
    return file;
  }
}
