import { MathUtils, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, WebGLRenderer } from 'three';
import type { PreviewMesh } from '../../../../../mesh/preview-glb.ts';
import type { Pose } from '../../model-view/pose.ts';
import { openExposure } from './exposure.ts';
import { flashes, halton } from './lights.ts';
import type { Paint } from './paints.ts';
import { openRoom } from './room.ts';
import { turnedBy } from './turntable.ts';
import { recordTurn, VIDEO_PX } from './video.ts';

/** Parameters of a picture. */
export interface Shot {
  pose: Pose;
  paint: Paint;
  backdrop: string;
}

export interface Studio {
  /** Shows a shot at once in plain light, then refines it in studio light once it stops changing. */
  show(shot: Shot): void;
  /** Sets the size of the square canvas, in device px. */
  resize(px: number): void;
  /**
   * Renders the last shown shot in each of these poses. `onShare` receives the progress, 0 to 1.
   * @returns a WebP for each, or a PNG if the browser cannot encode WebP; all of one size.
   */
  pictures(poses: readonly Pose[], onShare: (share: number) => void): Promise<Blob[]>;
  /**
   * Records one full turn of the last shown shot in plain light, while it turns on the canvas, in the first of these types.
   * `onShare` receives the progress, 0 to 1.
   */
  video(type: string, onShare: (share: number) => void): Promise<Blob>;
  dispose(): void;
}

/** Size of a rendered picture, and the fallback for slow GPUs. In px. */
const PICTURE_PX = 1600;
const SMALL_PICTURE_PX = 800;
/** If one flash at full size takes longer, the picture is rendered small. In ms. */
const SLOW_FLASH_MS = 300;
const FIELD_OF_VIEW = 24;
/** Flashes of a final picture and of the view; the first FIRST_SHOWN frames are hidden to avoid flicker. */
const FLASHES = 144;
const FLASHES_SHOWN = 72;
const FIRST_SHOWN = 18;
/** After this many flashes a slow picture may end early. */
const ENOUGH_FLASHES = 28;
const TAKE_WITHIN_MS = 8_000;
/** Time budget per frame while refining. In ms. */
const FRAME_MS = 20;
/** Refining starts after this long without changes. In ms. */
const STILL_MS = 140;
const QUALITY = 0.92;

/** @throws Error if WebGL or floating point targets are missing. */
export function openStudio(canvas: HTMLCanvasElement, mesh: PreviewMesh): Studio {
  const renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
  renderer.toneMapping = NeutralToneMapping;
  renderer.toneMappingExposure = 2.35;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  const exposure = openExposure(renderer);
  const room = openRoom(mesh);
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 1000);

  let shot: Shot | null = null;
  let size = 1;
  let frame = 0;
  let movedAt = 0;
  let quick = false;
  let taking = false;
  let closed = false;

  function arrange({ pose, paint, backdrop }: Shot): void {
    room.paint.use(paint);
    room.backdrop(backdrop);
    room.model.rotation.y = MathUtils.degToRad(pose.turn);
    const half = Math.max(room.height / 2, room.radius * 0.92);
    const away = (half / Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2)) + room.radius * 0.4) / pose.near;
    const seen = away * Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2));
    const [x, y] = [pose.across * seen, room.height * 0.48 + pose.up * seen];
    // Keeps the camera above the floor.
    const tilt = MathUtils.degToRad(Math.max(1, pose.tilt));
    camera.position.set(x, Math.max(room.radius * 0.02, y + away * Math.sin(tilt)), away * Math.cos(tilt));
    camera.near = Math.max(room.radius * 0.02, away - room.radius * 4);
    camera.far = away + room.radius * 24;
    camera.lookAt(x, y, 0);
    camera.updateProjectionMatrix();
  }

  /** Adds one flash, with sub-pixel jitter for anti-aliasing. */
  function flash(list: ReturnType<typeof flashes>, px: number): void {
    const at = exposure.taken;
    room.light(list[at] ?? null);
    camera.setViewOffset(px, px, halton(at + 1, 5) - 0.5, halton(at + 1, 7) - 0.5, px, px);
    exposure.take(room.scene, camera);
    camera.clearViewOffset();
  }

  const shown = flashes(FLASHES_SHOWN);
  function draw(now: number): void {
    frame = 0;
    if (!shot || taking || closed) return;
    if (quick) {
      quick = false;
      movedAt = now;
      arrange(shot);
      room.light(null);
      renderer.render(room.scene, camera);
      exposure.begin();
    } else if (now - movedAt > STILL_MS) {
      const until = performance.now() + FRAME_MS;
      do flash(shown, size);
      while (exposure.taken < shown.length && performance.now() < until);
      if (exposure.taken >= FIRST_SHOWN) exposure.develop();
      if (exposure.taken >= shown.length) return;
    }
    later();
  }
  function later(): void {
    frame ||= requestAnimationFrame(draw);
  }
  /** Exposes one shot, smaller than `px` where that is slow. Answers the size it has. */
  async function expose(next: Shot, px: number, onShare: (share: number) => void): Promise<number> {
    const list = flashes(FLASHES);
    let taken = px;
    resize(taken);
    exposure.begin();
    arrange(next);
    const tried = performance.now();
    flash(list, taken);
    const began = performance.now();
    if (began - tried > SLOW_FLASH_MS && taken > SMALL_PICTURE_PX) {
      taken = SMALL_PICTURE_PX;
      resize(taken);
      exposure.begin();
    }
    while (exposure.taken < list.length) {
      const passed = performance.now() - began;
      if (exposure.taken >= ENOUGH_FLASHES && passed > TAKE_WITHIN_MS) break;
      const until = performance.now() + FRAME_MS;
      do flash(list, taken);
      while (exposure.taken < list.length && performance.now() < until);
      onShare(Math.min(1, exposure.taken / list.length));
      await new Promise(requestAnimationFrame);
      if (closed) throw new Error('the studio was closed');
    }
    exposure.develop();
    return taken;
  }
  function resize(px: number): void {
    renderer.setSize(px, px, false);
    exposure.resize(px);
  }

  /** Runs something that needs the canvas for itself, and shows the shot again afterwards. */
  async function alone<T>(work: (first: Shot) => Promise<T>): Promise<T> {
    const first = shot;
    if (!first) throw new Error('nothing is shown yet');
    taking = true;
    try {
      return await work(first);
    } finally {
      taking = false;
      if (!closed) {
        resize(size);
        quick = true;
        later();
      }
    }
  }

  return {
    show(next) {
      shot = next;
      quick = true;
      later();
    },
    resize(px) {
      size = Math.max(1, Math.round(px));
      if (taking) return;
      resize(size);
      quick = true;
      later();
    },
    pictures: (poses, onShare) =>
      alone(async (first) => {
        let px = PICTURE_PX;
        const blobs: Blob[] = [];
        for (const [at, pose] of poses.entries()) {
          px = await expose({ ...first, pose }, px, (share) => onShare((at + share) / poses.length));
          blobs.push(await blobOf(canvas));
        }
        return blobs;
      }),
    video: (type, onShare) =>
      alone((first) => {
        resize(VIDEO_PX);
        room.light(null);
        return recordTurn(canvas, type, (share) => {
          if (closed) throw new Error('the studio was closed');
          arrange({ ...first, pose: turnedBy(first.pose, share) });
          renderer.render(room.scene, camera);
          onShare(share);
        });
      }),
    dispose() {
      closed = true;
      cancelAnimationFrame(frame);
      exposure.dispose();
      room.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas could not be encoded'))),
      'image/webp',
      QUALITY,
    );
  });
}
