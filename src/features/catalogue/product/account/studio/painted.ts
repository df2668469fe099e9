import { BufferAttribute, type BufferGeometry, Color, MeshStandardMaterial } from 'three';
import type { PreviewMesh } from '../../../../../mesh/preview-glb.ts';
import { reliefOf } from '../../../../../mesh/relief.ts';
import { modelGeometry } from '../../model-view/primer.ts';
import type { Paint } from './paints.ts';

/** The model's geometry for the studio: as in the 3D view, with relief depth per vertex. */
export function paintedGeometry(mesh: PreviewMesh): BufferGeometry {
  const relief = reliefOf(mesh);
  const geometry = modelGeometry(mesh);
  const ofCorners = Int8Array.from(mesh.indices, (vertex) => Math.round((relief[vertex] ?? 0) * 127));
  geometry.setAttribute('relief', new BufferAttribute(ofCorners, 1, true));
  return geometry;
}

/** The paint on a model. */
export interface PaintJob {
  material: MeshStandardMaterial;
  use(paint: Paint): void;
  /** Whether folds are darkened by precomputed occlusion, or by the shadows of many flashes. */
  shadeFolds(known: boolean): void;
}

/** Strength of wash and dry brush: how much folds darken and edges lighten. */
const WEAR = {
  primer: { wash: 0.22, brush: 0.12 },
  paint: { wash: 0.6, brush: 0.6 },
  metal: { wash: 0.72, brush: 0.35 },
} as const;
const SHEEN = {
  primer: { roughness: 0.68, metalness: 0 },
  paint: { roughness: 0.6, metalness: 0 },
  metal: { roughness: 0.45, metalness: 0.55 },
} as const;

export function paintJob(): PaintJob {
  const material = new MeshStandardMaterial();
  const uniforms = { wash: { value: 0 }, brush: { value: 0 }, known: { value: 1 } };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        '#include <common>\nattribute float shade;\nattribute float relief;\nvarying float sky;\nvarying float height;',
      )
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nsky = shade;\nheight = relief;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nvarying float sky;\nvarying float height;\nuniform float wash;\nuniform float brush;\nuniform float known;',
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
         diffuseColor.rgb *= 1.0 + wash * min(height, 0.0);
         float caught = max(height, 0.0);
         diffuseColor.rgb = mix(diffuseColor.rgb, min(vec3(1.0), diffuseColor.rgb * 1.9 + 0.08), brush * caught * caught);`,
      )
      .replace(
        '#include <roughnessmap_fragment>',
        '#include <roughnessmap_fragment>\nroughnessFactor = min(1.0, roughnessFactor - 0.25 * min(height, 0.0));',
      )
      .replace(
        '#include <aomap_fragment>',
        `float open = mix(1.0, smoothstep(0.0, 0.92, sky), known);
         reflectedLight.indirectDiffuse *= open;
         reflectedLight.directSpecular *= open;`,
      );
  };
  return {
    material,
    use({ colour, finish }) {
      material.color = new Color(colour);
      Object.assign(material, SHEEN[finish]);
      uniforms.wash.value = WEAR[finish].wash;
      uniforms.brush.value = WEAR[finish].brush;
    },
    shadeFolds(known) {
      uniforms.known.value = known ? 1 : 0;
    },
  };
}
