/** Size of a recorded video, in px: even, as encoders want it. */
export const VIDEO_PX = 720;
/** How long one turn takes. In ms. */
const TURN_MS = 6_000;
/** About 3 MB in all; what is accepted is more than twice that. In bits a second. */
const BITS_A_SECOND = 4_000_000;
const FRAMES_A_SECOND = 30;

/** Most wanted first: H.264 plays everywhere, and not every browser can record it. */
const TYPES = [
  'video/mp4;codecs=avc1.42E01F',
  'video/webm;codecs=vp9',
  'video/webm;codecs=vp8',
  'video/webm',
  'video/mp4',
];

/** The type of video that this browser records, or null where it records none. */
export function recordedType(): string | null {
  const canRecord = typeof MediaRecorder === 'function' && 'captureStream' in HTMLCanvasElement.prototype;
  return canRecord ? (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null) : null;
}

/**
 * Records a canvas for one turn of some seconds.
 * @param draw draws the turn at a share from 0 to 1; what it throws ends the recording.
 * @throws Error if the browser cannot record.
 */
export async function recordTurn(
  canvas: HTMLCanvasElement,
  type: string,
  draw: (share: number) => void,
): Promise<Blob> {
  draw(0);
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS_A_SECOND });
  const pieces: Blob[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
    recorder.addEventListener('stop', () => resolve());
    recorder.addEventListener('error', () => reject(new Error('the video could not be recorded')));
  });
  try {
    recorder.start();
    const began = performance.now();
    for (let share = 0; share < 1; ) {
      await new Promise(requestAnimationFrame);
      share = Math.min(1, (performance.now() - began) / TURN_MS);
      draw(share);
    }
    recorder.stop();
    await ended;
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }
  // A browser writes its own codecs into the type; which container it is counts here.
  return new Blob(pieces, { type: type.replace(/;.*/, '') });
}
