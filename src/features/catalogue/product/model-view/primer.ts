import { BufferAttribute, BufferGeometry, MeshStandardMaterial } from 'three';
import { creased } from '../../../../mesh/creases.ts';
import type { PreviewMesh } from '../../../../mesh/preview-glb.ts';

/** Edges with a larger angle are drawn sharp. In degrees. */
const CREASE = 42;

/** The preview as three.js geometry, standing on the table, centred on the origin. In mm, y up. */
export function modelGeometry(mesh: PreviewMesh): BufferGeometry {
  const { positions, normals } = creased(mesh, CREASE);
  const shade = Uint8Array.from(mesh.indices, (vertex) => mesh.shade[vertex] ?? 255);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('shade', new BufferAttribute(shade, 1, true));
  geometry.rotateX(-Math.PI / 2);
  geometry.computeBoundingBox();
  const { boundingBox: box } = geometry;
  if (box) geometry.translate(-(box.min.x + box.max.x) / 2, -box.min.y, -(box.min.z + box.max.z) / 2);
  geometry.computeBoundingBox();
  return geometry;
}

/** Grey primer: matt, darker where occluded. */
export function primer(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ color: 0x94979b, roughness: 0.68, metalness: 0 });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float shade;\nvarying float sky;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nsky = shade;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying float sky;')
      .replace(
        '#include <aomap_fragment>',
        `float open = smoothstep(0.0, 0.92, sky);
         reflectedLight.indirectDiffuse *= mix(0.1, 1.0, open);
         reflectedLight.indirectSpecular *= open;
         reflectedLight.directDiffuse *= mix(0.45, 1.0, open);
         reflectedLight.directSpecular *= open;`,
      );
  };
  return material;
}
