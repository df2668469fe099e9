import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VIDEO_MAX_BYTES, videoKind, videoRefusal } from '../../../src/domain/kernel/video-header.ts';
import {
  anMp4,
  aSizedWebm,
  aWebm,
  box,
  bytesOf,
  CLUSTER,
  EBML_HEAD,
  ebml,
  FTYP,
  OPEN_SIZE,
  TRACKS,
} from './a-video.ts';

const SEGMENT = [0x18, 0x53, 0x80, 0x67];
const matroska = ebml(
  [0x1a, 0x45, 0xdf, 0xa3],
  ebml(
    [0x42, 0x82],
    [...'matroska'].map((c) => c.charCodeAt(0)),
  ),
);
const quickTime = box(
  'ftyp',
  [...'qt  '].map((c) => c.charCodeAt(0)),
);
const page = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

describe('a video', () => {
  it.each([
    ['a webm as browsers record it', aWebm(), 'webm'],
    ['a webm with its size', aSizedWebm(), 'webm'],
    ['a webm with its size in eight bytes', aSizedWebm(true), 'webm'],
    ['an mp4', anMp4(), 'mp4'],
    [
      'an mp4 whose last box goes on to the end',
      bytesOf(FTYP, box('moov'), [0, 0, 0, 0, 109, 100, 97, 116, 1]),
      'mp4',
    ],
  ])('is taken: %s', (_what, bytes, kind) => {
    expect(videoKind(bytes)).toBe(kind);
    expect(videoRefusal(bytes)).toBeNull();
  });

  it.each([
    ['nothing', new Uint8Array(0), 'video-kind'],
    ['a page', page('<!doctype html><script>alert(1)</script>'), 'video-kind'],
    ['an SVG', page('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'video-kind'],
    ['a page that names a brand', page('<!--ftypisom--><script>alert(1)</script>'), 'video-unreadable'],
    ['QuickTime', bytesOf(quickTime, box('moov'), box('mdat')), 'video-kind'],
    ['Matroska', bytesOf(matroska, SEGMENT, OPEN_SIZE, TRACKS, CLUSTER), 'video-kind'],
    [
      'an mp4 with a page behind it',
      bytesOf([...anMp4()], [...page('<script>alert(1)</script>')]),
      'video-unreadable',
    ],
    ['an mp4 with a box that nobody knows', bytesOf([...anMp4()], box('html')), 'video-unreadable'],
    ['an mp4 without frames', bytesOf(FTYP, box('moov')), 'video-unreadable'],
    [
      'a box that is shorter than its own head',
      bytesOf(FTYP, box('moov'), [0, 0, 0, 4, 109, 100, 97, 116]),
      'video-unreadable',
    ],
    [
      'a box that says it is endless',
      bytesOf(FTYP, box('moov'), [255, 255, 255, 255, 109, 100, 97, 116]),
      'video-unreadable',
    ],
    [
      'a million empty boxes',
      bytesOf(FTYP, box('moov'), ...Array(20_000).fill(box('free')), box('mdat')),
      'video-unreadable',
    ],
    ['a webm without tracks', bytesOf(EBML_HEAD, SEGMENT, OPEN_SIZE, CLUSTER), 'video-unreadable'],
    ['a webm without frames', bytesOf(EBML_HEAD, SEGMENT, OPEN_SIZE, TRACKS), 'video-unreadable'],
    ['a webm with a page behind it', bytesOf([...aSizedWebm()], [...page('<script>')]), 'video-unreadable'],
    [
      'a webm with a page in it',
      bytesOf(EBML_HEAD, SEGMENT, OPEN_SIZE, TRACKS, [...page('<script>')]),
      'video-unreadable',
    ],
  ])('is refused: %s', (_what, bytes, refusal) => {
    expect(videoRefusal(bytes)).toBe(refusal);
  });

  it('is refused above the limit', () => {
    const bytes = bytesOf(FTYP, box('moov'), [0, 0, 0, 0, 109, 100, 97, 116]);
    const padded = new Uint8Array(VIDEO_MAX_BYTES + 1);
    padded.set(bytes);
    expect(videoRefusal(padded.subarray(0, VIDEO_MAX_BYTES))).toBeNull();
    expect(videoRefusal(padded)).toBe('video-too-large');
  });

  it('is refused with a part of it cut off, and whatever a stranger changes is answered', () => {
    for (const whole of [aSizedWebm(), anMp4()]) {
      for (let length = 0; length < whole.length; length++)
        expect(videoRefusal(whole.subarray(0, length))).not.toBeNull();
      fc.assert(
        fc.property(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 20 }), (at, noise) => {
          const changed = new Uint8Array([
            ...whole.subarray(0, at),
            ...noise,
            ...whole.subarray(at + noise.length),
          ]);
          const answer = videoRefusal(changed);
          expect(answer === null || answer === 'video-kind' || answer === 'video-unreadable').toBe(true);
        }),
      );
    }
  });
});
