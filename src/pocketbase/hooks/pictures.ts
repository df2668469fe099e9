import { PICTURE_HEADER_BYTES, PICTURE_SENTENCES, pictureRefusal } from '../../domain/kernel/image-header.ts';

/** Picture fields by collection. */
const PICTURE_FIELDS: { [collection: string]: string[] } = {
  users: ['avatar'],
  stores: ['logo', 'banner'],
  products: ['images'],
};

/** Checks the header of each new picture before it is stored. @throws BadRequestError with the field. */
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
