import { PICTURE_HEADER_BYTES, PICTURE_SENTENCES, pictureRefusal } from '../../domain/kernel/image-header.ts';

/** Where pictures are kept: collection → fields of files. */
const PICTURE_FIELDS: { [collection: string]: string[] } = {
  users: ['avatar'],
  stores: ['logo', 'banner'],
  products: ['images'],
};

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
        throw new BadRequestError(PICTURE_SENTENCES[refusal], {
          [field]: new ValidationError(refusal.replace('-', '_'), PICTURE_SENTENCES[refusal]),
        });
      }
    }
  }
}
