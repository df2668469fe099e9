import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DECISIONS, FOLDERS, indexOf, readDecisions, STATUSES } from '../../src/dev/decisions.ts';

const decisions = readDecisions();
const all = [...decisions.values()].flat();

describe('the decisions', () => {
  it('are listed in their index; npm run decisions writes it', () => {
    expect(readFileSync(`${DECISIONS}README.md`, 'utf8')).toBe(indexOf(decisions));
  });

  it('have each a number of their own, and a folder that the index knows', () => {
    const numbers = all.map(({ number }) => number);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
    expect(readdirSync(DECISIONS).sort()).toEqual([...Object.keys(FOLDERS), 'README.md'].sort());
  });

  it('say what was chosen, and by which decision they are replaced', () => {
    const paths = new Set(all.map(({ path }) => path.split('/')[1]));
    for (const { path, text, status } of all) {
      expect(STATUSES, path).toContain(status);
      expect(text, path).toContain('*Choice.*');
      const later = [...text.matchAll(/^- Replaced by: \[.+?\]\((?:.*\/)?(.+?\.md)\)/gm)].map(
        ([, file]) => file,
      );
      expect(later.length > 0, `${path} is ${status}`).toBe(status !== 'holds');
      expect(
        later.filter((file) => !paths.has(file)),
        path,
      ).toEqual([]);
    }
  });
});
