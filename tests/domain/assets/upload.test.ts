import { describe, expect, it } from 'vitest';
import { parseUploadRequest } from '../../../src/domain/assets/upload.ts';

const asked = (name: string, path?: string) =>
  parseUploadRequest({ name, path, sizeBytes: 5, productId: undefined });

describe('a direction mark is left out of the name of a file', () => {
  it.each([
    ['orc\u202elts.stl', 'orclts.stl'],
    ['\u2066orc\u2069.stl', 'orc.stl'],
    ['or\u200bc\ufeff.stl', 'orc.stl'],
    ['orc.stl\u200f', 'orc.stl'],
    ['o\u0301rc.stl', 'órc.stl'],
    ['two  spaces.stl', 'two  spaces.stl'],
    ['龍 ✨.stl', '龍 ✨.stl'],
  ])('%j is stored as %j', (name, stored) => {
    expect(asked(name, `March/${name}`)).toEqual({
      upload: { name: stored, path: `March/${stored}`, sizeBytes: 5, productId: null },
    });
  });

  it('and what is left without it is judged', () => {
    expect(asked('orc.stl\u202e.exe')).toMatchObject({ refusal: 'file-active' });
    expect(asked('orc.ex\u200be')).toMatchObject({ refusal: 'file-active' });
    expect(asked('\u202e\u200b')).toMatchObject({ field: 'name', refusal: 'upload-name' });
    expect(asked('a.stl', '.\u202e./a.stl')).toMatchObject({ field: 'path', refusal: 'upload-name' });
    expect(asked('a\u0007.stl')).toMatchObject({ field: 'name', refusal: 'upload-name' });
  });
});
