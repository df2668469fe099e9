import { describe, expect, it } from 'vitest';
import {
  contentRefusal,
  FILE_SENTENCES,
  fileKind,
  isLeftover,
  maxBytesOf,
  modelFormatsText,
  nameRefusal,
  UPLOAD_MAX_BYTES,
} from '../../../src/domain/assets/file-kind.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('files by name', () => {
  it('are recognised by their last extension, in any case', () => {
    expect(['a.STL', 'a/b.c/x.3mf', 'x.tar.lys', 'x.stl.exe', 'stl', '.stl', 'x.', 'x.constructor'].map(fileKind)).toEqual(
      ['stl', '3mf', 'lys', null, null, null, null, null],
    ); // biome-ignore format: one line
  });

  it.each([
    ['orc.stl', 1, null],
    ['orc.stl', 0, 'file-empty'],
    ['orc.stl', maxBytesOf('stl') + 1, 'file-too-large'],
    ['orc.lys', UPLOAD_MAX_BYTES, null],
    ['orc.zip', UPLOAD_MAX_BYTES + 1, 'file-too-large'],
    ['orc.stl.exe', 1, 'file-active'],
    ['orc.HTML', 1, 'file-active'],
    ['orc.svg', 1, 'file-active'],
    ['orc.mjs', 1, 'file-active'],
    ['orc.blend', 1, 'file-active'],
    ['orc.7z', 1, 'file-archive'],
    ['orc.part1', 1, 'file-archive'],
    ['orc', 1, 'file-kind'],
    ['orc.step', 1, 'file-kind'],
  ])('%s of %d bytes: %s', (name, size, refusal) => {
    expect(nameRefusal(name, size)).toBe(refusal);
  });

  it('are skipped if they are system clutter', () => {
    const left = ['.DS_Store', 'a/.git/x.stl', '__MACOSX/a/._orc.stl', 'a/Thumbs.db', 'a/', '~$x.pdf', 'x.stl~', 'x.tmp', ''];
    expect(left.filter((path) => !isLeftover(path))).toEqual([]);
    expect(['orc.stl', './a/orc.stl', 'a..b/orc.stl', '../orc.stl'].filter(isLeftover)).toEqual([]);
  }); // biome-ignore format: one line
});

describe('files by content', () => {
  it.each([
    ['zip', 'PK\u0003\u0004…', null],
    ['3mf', 'PK\u0003\u0004…', null],
    ['3mf', 'solid x', 'file-content'],
    ['pdf', '%PDF-1.7', null],
    ['pdf', '<html>', 'file-content'],
    ['png', 'GIF89a', 'file-content'],
    ['txt', 'Print flat.', null],
    ['txt', 'a\0b', 'file-no-text'],
    ['txt', '\ufeff  <!DOCTYPE html>', 'file-content'],
    ['md', '<script>alert(1)</script>', 'file-content'],
    ['obj', '# Blender\nv 0 0 0', null],
    ['obj', 'v\0 0 0', 'file-no-text'],
    ['glb', 'glTF\x02\0\0\0', null],
    ['glb', '{"asset":{}}', 'file-content'],
    ['ply', 'ply\r\nformat ascii 1.0', null],
    ['ply', 'plywood', 'file-content'],
    ['obj', '#!/bin/sh', 'file-content'],
    ['lys', 'MZ\u0090', 'file-content'],
    ['ctb', '\u007fELF', 'file-content'],
    ['ctb', '\u0019\0\0', null],
    ['stl', 'MZ exported by a Windows program', null],
    ['stl', '<svg xmlns="x">', 'file-content'],
  ] as const)('%s beginning with %j: %s', (kind, start, refusal) => {
    expect(contentRefusal(kind, bytes(start))).toBe(refusal);
  });

  it('an OBJ in UTF-16 is not called a binary file', () => {
    const text = (mark: number[]) => [...mark, 0x76, 0, 0x20, 0, 0x30, 0];
    expect(contentRefusal('obj', text([0xff, 0xfe]))).toBeNull();
    expect(contentRefusal('obj', text([0xfe, 0xff]))).toBeNull();
    expect(contentRefusal('txt', text([0xff, 0xfe]))).toBe('file-no-text');
  });

  it('are refused in sentences', () => {
    for (const sentence of Object.values(FILE_SENTENCES)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

it('the formats of models read as a sentence', () => {
  expect(modelFormatsText('or')).toBe('STL, OBJ, 3MF, GLB or PLY');
});
