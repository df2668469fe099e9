import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readSources } from '../../structure/source.ts';
import { readStatements } from '../../structure/sql-statements.ts';

const { statements, unused } = readStatements(['src']);

describe('SQL', () => {
  let database: DatabaseSync;
  beforeAll(() => {
    database = new DatabaseSync(join(inject('backend').dataDir, 'data.db'), { readOnly: true });
  });
  afterAll(() => database.close());

  it('is found in the source, statement by statement', () => {
    expect(new Set(statements.map(({ at }) => at)).size).toBeGreaterThan(200);
  });

  it('matches the schema: every table and column of every statement exists', () => {
    expect(statements.flatMap(problemOf)).toEqual([]);
  });

  it('has no unused fragment', () => {
    expect(unused).toEqual([]);
  });

  it('reaches PocketBase only through the batch, which accepts only tagged SQL', () => {
    const senders = readSources(['src'], ['.ts', '.tsx', '.astro'])
      .filter(({ text }) => text.includes('/internal/tx'))
      .map(({ path }) => path);
    expect(senders).toEqual(['src/data/kernel/transaction.ts', 'src/pocketbase/hooks/main.ts']);
  });

  function problemOf({ at, text }: { at: string; text: string }): string[] {
    // As PocketBase reads it: {:name} is a parameter, [[name]] a column whose name may be a keyword.
    const read = text.replaceAll(/\{:(\w+)\}/g, ':$1').replaceAll(/\[\[(?:(\w+)\.)?(\w+)\]\]/g, quoted);
    try {
      database.prepare(read);
      return [];
    } catch (reason) {
      return [`${at}: ${reason instanceof Error ? reason.message : reason}\n${text}`];
    }
  }
});

function quoted(_: string, table: string | undefined, column: string): string {
  return table === undefined ? `\`${column}\`` : `\`${table}\`.\`${column}\``;
}
