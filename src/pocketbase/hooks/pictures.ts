import { PICTURE_HEADER_BYTES, pictureRefusal } from '../../domain/image-header.ts';

/** Where pictures are kept: collection → fields of files. */
const PICTURE_FIELDS: { [collection: string]: string[] } = {
  users: ['avatar'],
  stores: ['logo', 'banner'],
  products: ['images'],
};

const SENTENCES = {
  'picture-kind': 'The picture must be a JPEG, PNG or WebP.',
  'picture-unreadable': 'The picture could not be read; export it again and retry.',
  'picture-too-large': 'The picture has too many pixels: at most 40 megapixels and 12 000 pixels a side.',
} as const;

/** Looks at the header of each new picture before it is stored. @throws BadRequestError naming the field. */
export function guardPictures(record: StoredRecord): void {
  for (const field of PICTURE_FIELDS[record.collection().name] ?? []) {
    for (const file of record.getUnsavedFiles(field)) {
      const reader = file.reader.open();
      let bytes: number[];
      try {
        bytes = toBytes(reader, PICTURE_HEADER_BYTES);
      } finally {
        reader.close();
      }
      const refusal = pictureRefusal(bytes);
      if (refusal) {
        throw new BadRequestError(SENTENCES[refusal], {
          [field]: new ValidationError(refusal.replace('-', '_'), SENTENCES[refusal]),
        });
      }
    }
  }
}
