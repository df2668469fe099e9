import {
  BufferGeometry,
  Color,
  DirectionalLight,
  Float32BufferAttribute,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  Scene,
} from 'three';
import type { PreviewMesh } from '../../../../../mesh/preview-glb.ts';
import { DOME, type Flash, KEY, RIMS, towards } from './lights.ts';
import { type PaintJob, paintedGeometry, paintJob } from './painted.ts';

/** The studio scene: a model on a curved backdrop, lit by one flash or all lamps at once. */
export interface Room {
  scene: Scene;
  model: Mesh;
  paint: PaintJob;
  /** Half the bounding box diagonal, and the height. In mm. */
  radius: number;
  height: number;
  backdrop(colour: string): void;
  /** Lights one flash; null turns on all lamps, for interactive frames. */
  light(flash: Flash | null): void;
  dispose(): void;
}

const SHADOW_PX = 2048;

export function openRoom(mesh: PreviewMesh): Room {
  const scene = new Scene();
  const paint = paintJob();
  const geometry = paintedGeometry(mesh);
  const model = new Mesh(geometry, paint.material);
  model.castShadow = true;
  model.receiveShadow = true;
  const box = geometry.boundingBox;
  const [wide, height, deep] = box
    ? [box.max.x - box.min.x, box.max.y, box.max.z - box.min.z]
    : ([1, 1, 1] as const);
  const radius = Math.max(0.01, Math.hypot(wide, height, deep) / 2);

  const wall = new MeshStandardMaterial({ roughness: 0.95 });
  const sweep = new Mesh(sweepGeometry(radius), wall);
  sweep.receiveShadow = true;

  const lamp = new DirectionalLight();
  lamp.castShadow = true;
  lamp.shadow.mapSize.set(SHADOW_PX, SHADOW_PX);
  const half = radius * 1.9;
  Object.assign(lamp.shadow.camera, {
    ...{ left: -half, right: half, top: half, bottom: -half },
    ...{ near: radius * 0.5, far: radius * 8 },
  });
  lamp.shadow.bias = -0.0004;
  lamp.shadow.normalBias = radius * 0.0035;
  lamp.target.position.set(0, height / 2, 0);
  const rims = new Group();
  for (const rim of RIMS) {
    const light = new DirectionalLight(rim.colour, rim.bright);
    light.position.set(...towards(rim));
    rims.add(light);
  }
  const sky = new HemisphereLight(DOME.colour, '#6d6a66', DOME.bright * 0.62);
  // Light reflected by floor and wall, which the flashes lack.
  const bounce = new HemisphereLight('#ffffff', '#ffffff', 0.14);
  scene.add(model, sweep, lamp, lamp.target, rims, sky, bounce);

  return {
    scene,
    model,
    paint,
    radius,
    height,
    backdrop(colour) {
      wall.color = new Color(colour);
      bounce.groundColor = new Color(colour).lerp(new Color('#ffffff'), 0.3);
    },
    light(flash) {
      const [x, y, z] = flash ? flash.from : towards(KEY);
      lamp.position.set(x, y, z).multiplyScalar(radius * 4);
      lamp.position.add(lamp.target.position);
      lamp.color = new Color(flash?.colour ?? KEY.colour);
      lamp.intensity = flash?.bright ?? KEY.bright;
      rims.visible = flash === null;
      sky.visible = flash === null;
      paint.shadeFolds(flash === null);
    },
    dispose() {
      geometry.dispose();
      paint.material.dispose();
      sweep.geometry.dispose();
      wall.dispose();
      lamp.dispose();
    },
  };
}

/** A seamless backdrop that curves from the floor up the wall. */
function sweepGeometry(radius: number): BufferGeometry {
  const [back, bend] = [radius * 3.2, radius * 2.4];
  const profile: [z: number, y: number][] = [[radius * 14, 0]];
  for (let step = 0; step <= 32; step++) {
    const angle = ((step / 32) * Math.PI) / 2;
    profile.push([-back - bend * Math.sin(angle), bend * (1 - Math.cos(angle))]);
  }
  profile.push([-back - bend, radius * 20]);
  const corners: number[] = [];
  const triangles: number[] = [];
  for (const [at, [z, y]] of profile.entries()) {
    corners.push(-radius * 20, y, z, radius * 20, y, z);
    if (at > 0) triangles.push(2 * at - 2, 2 * at - 1, 2 * at, 2 * at, 2 * at - 1, 2 * at + 1);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.setIndex(triangles);
  geometry.computeVertexNormals();
  return geometry;
}
