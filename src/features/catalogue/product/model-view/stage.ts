import {
  type Mesh as AnyMesh,
  Group,
  Mesh,
  MeshStandardMaterial,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { SizeMm } from '../../../../domain/catalogue/product.ts';
import type { PreviewMesh } from '../../../../mesh/preview-glb.ts';
import { type MeasureLine, measureLines, type Seen } from './measures.ts';
import type { Pose } from './pose.ts';
import { modelGeometry, primer } from './primer.ts';
import { figure28, lamp, roundBase, studioLight, tableTop } from './scenery.ts';

/** Overlay data of a drawn frame, in px of the stage. */
export interface Drawn {
  measures: MeasureLine[];
  /** Labels of the figure and the empty base; empty if hidden. */
  pieces: { text: string; at: Seen }[];
}

export interface Stage {
  draw(pose: Pose): Drawn;
  /** Shows or hides the figure and the base. */
  showPieces(shown: boolean): void;
  /** In px; takes effect with the next draw. */
  resize(width: number, height: number): void;
  /** Frees all GPU memory. */
  dispose(): void;
}

const FIELD_OF_VIEW = 26;
/** Share of the stage that model and pieces may fill. */
const FILLED = 0.88;
const FIGURE_BASE = 25;
const EMPTY_BASE = 32;

/**
 * Opens a stage with the model on a table, beside pieces that show its scale.
 * @param size of the sold model, for its dimensions; the preview may differ slightly.
 * @throws Error if WebGL is not available.
 */
export function openStage(canvas: HTMLCanvasElement, mesh: PreviewMesh, size: SizeMm, dark: boolean): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'low-power' });
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  renderer.toneMapping = NeutralToneMapping;
  renderer.toneMappingExposure = dark ? 0.92 : 1;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  const scene = new Scene();
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 1000);

  const model = new Mesh(modelGeometry(mesh), primer());
  model.castShadow = true;
  model.receiveShadow = true;
  const radius = Math.hypot(size.x, size.y) / 2;
  const gap = Math.max(5, radius * 0.14);
  const pieceMaterial = new MeshStandardMaterial({ color: dark ? 0x4f9d90 : 0x3f8176, roughness: 0.55 });
  const figure = figure28(pieceMaterial);
  const base = roundBase(EMPTY_BASE, pieceMaterial);
  const pieces = new Group();
  pieces.add(figure, base);
  const reach = Math.max(110, radius * 3 + 90, size.z * 1.6);
  const light = lamp(Math.max(radius + 75, size.z * 1.15));
  const table = tableTop(reach * 1.6, dark);
  scene.add(model, pieces, table, light, studioLight(dark ? 0.72 : 1));

  let width = 1;
  let height = 1;
  let distance = 1;
  const middle = new Vector3();

  /** Places the pieces in a row, or behind each other on a narrow stage. */
  function setPieces(): void {
    const narrow = width < height * 1.05;
    const beside = radius + gap + EMPTY_BASE / 2;
    figure.position.set(
      narrow ? beside : radius + gap + FIGURE_BASE / 2,
      0,
      narrow ? -FIGURE_BASE * 0.62 : 0,
    );
    base.position.set(narrow ? beside : beside + FIGURE_BASE + gap, 0, narrow ? EMPTY_BASE * 0.62 : 0);
    light.target.position.set(0, size.z * 0.3, 0);
    light.target.updateMatrixWorld();
  }

  /** Finds the camera distance at which everything fits. */
  function stepBack(): void {
    setPieces();
    const right = pieces.visible ? base.position.x + EMPTY_BASE / 2 : radius;
    const top = pieces.visible ? Math.max(size.z, 36) : size.z;
    middle.set((right - radius) / 2, top * 0.47, 0);
    const corners = [-radius, right].flatMap((x) =>
      [0, top].flatMap((y) => [-radius, radius].map((z) => new Vector3(x, y, z * 0.8))),
    );
    const fits = (away: number) => {
      place({ turn: 0, tilt: 14, near: 1, across: 0, up: 0 }, away);
      return corners.every((corner) => {
        const seen = corner.clone().project(camera);
        return Math.max(Math.abs(seen.x), Math.abs(seen.y)) <= FILLED;
      });
    };
    let [min, max] = [1, 20_000];
    for (let step = 0; step < 30; step++) {
      const half = (min + max) / 2;
      if (fits(half)) max = half;
      else min = half;
    }
    distance = max;
  }

  function place(pose: Pose, away = distance): void {
    const from = away / pose.near;
    const tilt = (pose.tilt * Math.PI) / 180;
    // Zooming in moves the target to the model, which is not in the middle of the table.
    const toModel = Math.min(1, Math.max(0, pose.near - 1) / 0.8);
    const half = away * Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    const target = new Vector3(
      middle.x * (1 - toModel) + pose.across * half * camera.aspect,
      middle.y * (1 - toModel) + size.z * 0.5 * toModel + pose.up * half,
      0,
    );
    camera.position.set(target.x, target.y + Math.sin(tilt) * from, Math.cos(tilt) * from);
    camera.near = Math.max(0.5, from - reach * 3);
    camera.far = from + reach * 4;
    camera.lookAt(target);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  function seen(point: Vector3): Seen {
    const away = point.distanceTo(camera.position);
    const { x, y } = point.project(camera);
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, away };
  }

  return {
    draw(pose) {
      place(pose);
      // Hides the table when the camera is below it.
      table.visible = pose.tilt >= 0;
      model.rotation.y = (pose.turn * Math.PI) / 180;
      model.updateMatrixWorld();
      renderer.render(scene, camera);
      const beside = (thing: Group | AnyMesh, up: number, front: number) =>
        seen(thing.position.clone().add(new Vector3(0, up, front)));
      return {
        measures: measureLines(size, (x, y, z) => seen(new Vector3(x, y, z).applyMatrix4(model.matrixWorld))),
        pieces: pieces.visible
          ? [
              { text: '28 mm figure', at: beside(figure, 38, 0) },
              { text: '32 mm base', at: beside(base, 0, EMPTY_BASE / 2 + 3) },
            ]
          : [],
      };
    },
    showPieces(shown) {
      pieces.visible = shown;
      stepBack();
    },
    resize(wide, tall) {
      [width, height] = [Math.max(1, wide), Math.max(1, tall)];
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      stepBack();
    },
    dispose() {
      scene.traverse((thing) => {
        if (!(thing instanceof Mesh)) return;
        thing.geometry.dispose();
        thing.material.dispose();
      });
      light.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}
