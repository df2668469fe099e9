import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORAGE_KEY_COLLECTIONS, unreferencedKeys } from '../../../src/data/assets/stored-keys.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { type Sql, sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

const TABLES: Record<(typeof STORAGE_KEY_COLLECTIONS)[number], Sql> = {
  uploads: sql`uploads`,
  product_files: sql`product_files`,
  product_zips: sql`product_zips`,
  previews: sql`previews`,
  message_attachments: sql`message_attachments`,
  invoices: sql`invoices`,
};

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

describe('a file of the file store', () => {
  it.each(STORAGE_KEY_COLLECTIONS)(
    'is referenced by a row of %s, whichever part of the keys it is in',
    async (name) => {
      const key = `ab/${name}`;
      await transaction(backend.pb)
        .exec(sql`INSERT INTO ${TABLES[name]} (id, storageKey) VALUES ({:id}, {:key})`, {
          id: newRecordId(),
          key,
        })
        .run();
      const others = Array.from({ length: 1500 }, (_, place) => `cd/${place}`);
      expect(await unreferencedKeys(backend.pb, ['ab/lost', ...others, key])).toEqual(['ab/lost', ...others]);
      expect(await unreferencedKeys(backend.pb, [key, 'ab/lost'])).toEqual(['ab/lost']);
    },
  );

  it('is not asked about where there is none', async () => {
    expect(await unreferencedKeys(backend.pb, [])).toEqual([]);
  });
});
