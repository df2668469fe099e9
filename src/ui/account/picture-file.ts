const MAX_BYTES = 20 * 1024 * 1024;

/** The accepted types of pictures. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';

/** A first check before cropping; the server checks the content itself. */
export function pictureFileRefusal(file: File): string | null {
  if (!PICTURE_TYPES.split(',').includes(file.type)) return 'The picture must be a JPEG, PNG or WebP.';
  return file.size > MAX_BYTES ? 'The picture is too large: at most 20 MB.' : null;
}
