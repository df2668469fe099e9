import {
  FloatType,
  HalfFloatType,
  Mesh,
  NearestFilter,
  OrthographicCamera,
  type PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

/** A progressive picture: the mean of all frames since the last reset. */
export interface Exposure {
  /** Number of accumulated frames. */
  taken: number;
  begin(): void;
  /** Renders and accumulates one frame, waiting for the GPU. */
  take(scene: Scene, camera: PerspectiveCamera): void;
  /** Draws the mean to the canvas, with tone mapping and a vignette. */
  develop(): void;
  resize(px: number): void;
  dispose(): void;
}

const CORNERS = 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }';
const flat = { depthTest: false, depthWrite: false, vertexShader: CORNERS };

/** @throws Error if the browser lacks floating point render targets */
export function openExposure(renderer: WebGLRenderer): Exposure {
  if (!renderer.extensions.has('EXT_color_buffer_float'))
    throw new Error('floating point render targets are not supported');
  const target = (type: typeof FloatType | typeof HalfFloatType, depthBuffer: boolean) =>
    new WebGLRenderTarget(1, 1, { type, depthBuffer, minFilter: NearestFilter, magFilter: NearestFilter });
  let sum = target(FloatType, false);
  let next = target(FloatType, false);
  const seen = target(HalfFloatType, true);

  const add = new ShaderMaterial({
    ...flat,
    uniforms: { mean: { value: null }, seen: { value: null }, part: { value: 1 } },
    // Clamps fireflies: highlights on metal can be thousands of times brighter.
    fragmentShader: `
      varying vec2 at;
      uniform sampler2D mean;
      uniform sampler2D seen;
      uniform float part;
      void main() {
        gl_FragColor = mix(texture2D(mean, at), min(texture2D(seen, at), vec4(30.0)), part);
      }`,
  });
  const tone = new ShaderMaterial({
    ...flat,
    uniforms: { mean: { value: null } },
    // Dithering below one colour step avoids banding on the even wall.
    fragmentShader: `
      varying vec2 at;
      uniform sampler2D mean;
      void main() {
        float away = length((at - vec2(0.5, 0.48)) * vec2(1.0, 1.06));
        gl_FragColor = vec4(texture2D(mean, at).rgb * (1.0 - 0.5 * smoothstep(0.24, 0.82, away)), 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
        float grain = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453);
        gl_FragColor.rgb += (grain - 0.5) / 255.0;
      }`,
  });
  const sheet = new Mesh(new PlaneGeometry(2, 2), add);
  sheet.frustumCulled = false;
  const stage = new Scene();
  stage.add(sheet);
  const eye = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  const onePixel = new Float32Array(4);

  return {
    taken: 0,
    begin() {
      this.taken = 0;
    },
    take(scene, camera) {
      renderer.setRenderTarget(seen);
      renderer.render(scene, camera);
      sheet.material = add;
      add.uniforms['mean'] = { value: sum.texture };
      add.uniforms['seen'] = { value: seen.texture };
      add.uniforms['part'] = { value: 1 / (this.taken + 1) };
      renderer.setRenderTarget(next);
      renderer.render(stage, eye);
      [sum, next] = [next, sum];
      this.taken += 1;
      renderer.readRenderTargetPixels(sum, 0, 0, 1, 1, onePixel);
      renderer.setRenderTarget(null);
    },
    develop() {
      sheet.material = tone;
      tone.uniforms['mean'] = { value: sum.texture };
      renderer.setRenderTarget(null);
      renderer.render(stage, eye);
    },
    resize(px) {
      for (const one of [sum, next, seen]) one.setSize(px, px);
      this.taken = 0;
    },
    dispose() {
      for (const one of [sum, next, seen]) one.dispose();
      for (const one of [add, tone, sheet.geometry]) one.dispose();
    },
  };
}
