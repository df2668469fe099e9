import { describe, expect, it } from 'vitest';
import { sqlMutants } from '../../../src/dev/mutants/sql-mutants.ts';

const faults = (text: string) =>
  sqlMutants('src/data/x.ts', text).map(({ line, what }) => `${line}: ${what}`);
const broken = (statement: string) =>
  sqlMutants('src/data/x.ts', `sql\`${statement}\``).map(({ text }) => text.slice(4, -1));

describe('the faults in SQL', () => {
  it('drop each condition, also the last that stands', () => {
    expect(broken('SELECT id FROM a WHERE b AND c IN (1, 2) ORDER BY id')).toEqual([
      'SELECT id FROM a WHERE TRUE AND c IN (1, 2) ORDER BY id',
      'SELECT id FROM a WHERE b  ORDER BY id',
    ]);
  });

  it('move each border and turn each comparison round', () => {
    expect(broken('SELECT id FROM a WHERE b < {:now}')).toContain('SELECT id FROM a WHERE b <= {:now}');
    expect(broken("SELECT id FROM a WHERE b = 'x < y'")).toEqual([
      'SELECT id FROM a WHERE TRUE',
      "SELECT id FROM a WHERE b <> 'x < y'",
    ]);
  });

  it('leave what is set as it is', () => {
    expect(broken('UPDATE a SET b = 1, c = 2 WHERE d')).toEqual(['UPDATE a SET b = 1, c = 2 WHERE TRUE']);
  });

  it('take BETWEEN as one condition', () => {
    expect(broken('SELECT 1 FROM a WHERE b BETWEEN 1 AND 2 AND c')).toEqual([
      'SELECT 1 FROM a WHERE TRUE AND c',
      'SELECT 1 FROM a WHERE b BETWEEN 1 AND 2 ',
    ]);
  });

  it('exchange columns of an INSERT', () => {
    expect(broken('INSERT INTO a (b, c, d) VALUES (1, 2, 3)')).toEqual([
      'INSERT INTO a (c, b, d) VALUES (1, 2, 3)',
    ]);
  });

  it('keep filled-in parts whole', () => {
    expect(broken('SELECT 1 FROM a WHERE b AND ${OPEN(`a < b`)}')).toEqual([
      'SELECT 1 FROM a WHERE TRUE AND ${OPEN(`a < b`)}',
      'SELECT 1 FROM a WHERE b ',
    ]);
  });

  it('are found with their line, and elsewhere in the file are none', () => {
    expect(faults("const a = 1 < 2;\nstep.exec(x, {}, { expect: 1, else: 'gone' });")).toEqual([
      '2: drops expect: 1',
    ]);
  });
});
