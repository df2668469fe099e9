import {
  type BufferGeometry,
  CircleGeometry,
  CylinderGeometry,
  DirectionalLight,
  Group,
  LatheGeometry,
  LightProbe,
  Mesh,
  type MeshStandardMaterial,
  ShaderMaterial,
  ShadowMaterial,
  SphereGeometry,
  SphericalHarmonics3,
  SplineCurve,
  Vector2,
  Vector3,
} from 'three';

/** The scene around a model: light, table and pieces of known size. Lengths in mm, y up. */

const BASE_MM = 3.2;

/** A round miniature base with a diameter of `acrossMm`, slightly narrower on top. */
export function roundBase(acrossMm: number, material: MeshStandardMaterial): Mesh {
  const foot = acrossMm / 2;
  const profile = [
    [0, 0],
    [foot - 0.3, 0],
    [foot, 0.3],
    [foot * 0.955, BASE_MM - 0.35],
    [foot * 0.955 - 0.35, BASE_MM],
    [0, BASE_MM],
  ].map(([x = 0, y = 0]) => new Vector2(x, y));
  return shadowed(new LatheGeometry(profile, 72), material);
}

/** A cloaked figure with a staff, 28 mm from feet to eyes, on a 25 mm base. */
export function figure28(material: MeshStandardMaterial): Group {
  const figure = new Group();
  const cloak = [
    [0, 0],
    [6.6, 0],
    [6.9, 0.5],
    [6.2, 4],
    [5.2, 9],
    [4.6, 14],
    [4.9, 18.4],
    [5.2, 20.6],
    [4.8, 22.6],
    [3.4, 24],
    [1.9, 24.7],
    [1.6, 25.4],
    [0, 25.4],
  ].map(([x = 0, y = 0]) => new Vector2(x, y));
  const body = shadowed(new LatheGeometry(new SplineCurve(cloak).getPoints(56), 48), material);
  body.scale.z = 0.72;
  const head = shadowed(new SphereGeometry(2.7, 32, 24), material);
  head.position.y = 27.7;
  head.scale.set(0.92, 1.08, 1);
  const staff = shadowed(new CylinderGeometry(0.45, 0.45, 31, 16), material);
  staff.position.set(7.4, 15.5, 1);
  const knob = shadowed(new SphereGeometry(1.15, 20, 16), material);
  knob.position.set(7.4, 31.6, 1);
  const person = new Group();
  person.add(body, head, staff, knob);
  person.position.y = BASE_MM;
  figure.add(roundBase(25, material), person);
  return figure;
}

function shadowed(geometry: BufferGeometry, material: MeshStandardMaterial): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

/** Soft boxes with directions and brightness: a large one above, weaker ones to the sides. */
const SOFT_BOXES: [x: number, y: number, z: number, bright: number][] = [
  [-0.3, 1, 0.35, 2.5],
  [0.25, 1, -0.3, 0.8],
  [-1, 0.25, 0.45, 1.6],
  [1, 0.2, -0.45, 0.75],
  [0.35, 0.2, 1, 0.8],
  // Light reflected by the table.
  [0, -1, 0, 0.6],
];
const EVERYWHERE = 0.2;

/**
 * The soft boxes as spherical harmonics, which are cheap and enough for matt surfaces.
 * @param bright overall brightness; 1 in the light theme.
 */
export function studioLight(bright: number): LightProbe {
  const light = new LightProbe(undefined, bright);
  const basis = new Array<number>(9).fill(0);
  const { coefficients } = light.sh;
  for (const [x, y, z, share] of SOFT_BOXES) {
    SphericalHarmonics3.getBasisAt(new Vector3(x, y, z).normalize(), basis);
    for (const [n, value] of basis.entries()) coefficients[n]?.addScalar(value * share);
  }
  // The first coefficient is the ambient light.
  coefficients[0]?.addScalar(EVERYWHERE * 2 * Math.sqrt(Math.PI));
  return light;
}

/** The shadow-casting lamp, from above left. `reach` is the extent of the scene. */
export function lamp(reach: number): DirectionalLight {
  const light = new DirectionalLight(0xfff3e2, 1.7);
  light.position.set(-0.75, 1.5, 0.85).multiplyScalar(reach * 1.6);
  light.castShadow = true;
  light.shadow.mapSize.set(1024, 1024);
  light.shadow.radius = 6;
  light.shadow.bias = -0.0006;
  light.shadow.normalBias = reach * 0.0016;
  const { camera } = light.shadow;
  camera.left = camera.bottom = -reach;
  camera.right = camera.top = reach;
  camera.near = reach * 0.2;
  camera.far = reach * 5;
  return light;
}

/**
 * The table top: a fading mat with a line every 10 mm, bolder every 50, and the shadow on it.
 * @param dark whether the dark theme is on.
 */
export function tableTop(reach: number, dark: boolean): Group {
  const table = new Group();
  const disc = new CircleGeometry(reach, 96).rotateX(-Math.PI / 2);
  const shadow = new Mesh(
    disc,
    new ShadowMaterial({ opacity: dark ? 0.5 : 0.3, color: dark ? 0x000000 : 0x2a2013 }),
  );
  shadow.receiveShadow = true;
  const mat = new Mesh(
    disc,
    new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      uniforms: {
        reach: { value: reach },
        ink: { value: new Vector2(dark ? 1 : 0, dark ? 0.13 : 0.15) },
      },
      vertexShader: `
        varying vec2 place;
        void main() {
          place = position.xz;
          gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        }`,
      fragmentShader: `
        uniform float reach;
        uniform vec2 ink;
        varying vec2 place;
        float lines(float every) {
          vec2 at = place / every;
          vec2 wide = fwidth(at);
          vec2 far = abs(fract(at - 0.5) - 0.5) / wide;
          vec2 thin = 1.0 - smoothstep(vec2(0.4), vec2(1.4), far);
          return max(thin.x, thin.y) * (1.0 - smoothstep(0.15, 0.6, max(wide.x, wide.y)));
        }
        void main() {
          float fade = 1.0 - smoothstep(0.1, 0.7, length(place) / reach);
          float line = max(lines(10.0) * 0.55, lines(50.0));
          gl_FragColor = vec4(vec3(ink.x), line * fade * ink.y);
        }`,
    }),
  );
  // The mat lies below the shadow, both below the table's surface.
  mat.position.y = -0.02;
  shadow.position.y = -0.01;
  table.add(mat, shadow);
  return table;
}
