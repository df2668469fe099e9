import type { PartialUploads } from './partial-uploads.ts';

/**
 * Uploads while files are moved between a folder and a bucket: each goes on where it began, new ones begin in `first`.
 * @param folder one of the two; it is asked first, because that costs least.
 */
export function openMovingUploads(
  first: PartialUploads,
  { folder, bucket }: { folder: PartialUploads; bucket: PartialUploads },
): PartialUploads {
  async function placeOf(uploadId: string): Promise<PartialUploads> {
    if ((await folder.lengthOf(uploadId)) !== null) return folder;
    return first === bucket || (await bucket.lengthOf(uploadId)) !== null ? bucket : folder;
  }
  return {
    lengthOf: async (id) => (await placeOf(id)).lengthOf(id),
    touchedAt: async (id) => (await placeOf(id)).touchedAt(id),
    begin: (id) => first.begin(id),
    append: async (id, bytes, offset) => (await placeOf(id)).append(id, bytes, offset),
    write: (id, bytes) => first.write(id, bytes),
    seal: async (id) => (await placeOf(id)).seal(id),
    head: async (id, bytes) => (await placeOf(id)).head(id, bytes),
    withLocal: async (id, work) => (await placeOf(id)).withLocal(id, work),
    async remove(id) {
      await folder.remove(id);
      await bucket.remove(id);
    },
    all: async () => [...new Set([...(await folder.all()), ...(await bucket.all())])],
    removeUnfinished: (before) => folder.removeUnfinished(before),
    hasLayer: (bytes) => first.hasLayer(bytes),
  };
}
