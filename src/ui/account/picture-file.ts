const MAX_BYTES = 20 * 1024 * 1024;

/** What a file input offers for pictures. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';

/** A first look, so that nobody crops what the server will not take; the server judges by the content itself. */
export function pictureFileRefusal(file: File): string | null {
  if (!PICTURE_TYPES.split(',').includes(file.type)) return 'The picture must be a JPEG, PNG or WebP.';
  return file.size > MAX_BYTES ? 'The picture is too heavy: at most 20 MB.' : null;
}
