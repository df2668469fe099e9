import { readFile } from 'node:fs/promises';
import { Document, Logger, NodeIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import { writeStl } from '../../mesh/stl.ts';
import { cornersOf, type WeldedMesh } from '../../mesh/weld.ts';

/**
 * The demo models travel as GLB: coordinates rounded to a grid of 14 bits over the longest side (7 micrometres on a 10 cm
 * model, a tenth of what a resin printer resolves) and packed by meshoptimizer, a twelfth of the STL. Rounding merges
 * corners but never opens a closed mesh.
 *
 * Inside, the grid's node carries millimetres with z up, as STL has them; its parent turns it upright and into metres,
 * as glTF wants them.
 */
const GRID = 2 ** 14 - 1;
const MM_IN_M = 0.001;
/** A quarter turn back around x: z up becomes y up. */
const UPRIGHT: [number, number, number, number] = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

async function reader(): Promise<NodeIO> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  return new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.ERROR))
    .registerExtensions([EXTMeshoptCompression, KHRMeshQuantization])
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder });
}

/** Packs a welded mesh (millimetres, z up) into a GLB. */
export async function packModel(mesh: WeldedMesh, name: string): Promise<Uint8Array> {
  const io = await reader();
  const { low, step } = gridOf(mesh.vertices);
  const places = new Map<string, number>();
  const grid: number[] = [];
  const indices: number[] = [];
  const vertexAt = (index: number): number => {
    const cell = [0, 1, 2].map((axis) =>
      Math.round(((mesh.vertices[index * 3 + axis] ?? 0) - (low[axis] ?? 0)) / step),
    );
    const key = cell.join(' ');
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, grid.length / 3);
    grid.push(...cell);
    return grid.length / 3 - 1;
  };
  for (let at = 0; at < mesh.indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => vertexAt(mesh.indices[at + corner] ?? 0)) as [
      number,
      number,
      number,
    ];
    if (a !== b && b !== c && c !== a) indices.push(a, b, c);
  }
  // Neighbours next to each other pack best.
  const ordered = new Uint32Array(indices);
  const [newIndex, count] = MeshoptEncoder.reorderMesh(ordered, true, true);
  const positions = new Uint16Array(count * 3);
  for (let vertex = 0; vertex < grid.length / 3; vertex++) {
    positions.set(grid.slice(vertex * 3, vertex * 3 + 3), (newIndex[vertex] ?? 0) * 3);
  }

  const document = new Document();
  document.createExtension(KHRMeshQuantization).setRequired(true);
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE });
  const buffer = document.createBuffer();
  const primitive = document
    .createPrimitive()
    .setIndices(document.createAccessor().setType('SCALAR').setArray(ordered).setBuffer(buffer))
    .setAttribute(
      'POSITION',
      document.createAccessor().setType('VEC3').setArray(positions).setBuffer(buffer),
    );
  const gridNode = document
    .createNode(name)
    .setMesh(document.createMesh(name).addPrimitive(primitive))
    .setTranslation(low)
    .setScale([step, step, step]);
  const upright = document.createNode('upright').setRotation(UPRIGHT).setScale([MM_IN_M, MM_IN_M, MM_IN_M]);
  document.createScene(name).addChild(upright.addChild(gridNode));
  return io.writeBinary(document);
}

/** The whole range of a mesh: its lowest corner, and the side of a grid cell in millimetres. */
function gridOf(vertices: Float32Array): { low: [number, number, number]; step: number } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < vertices.length; at++) {
    const axis = (at % 3) as 0 | 1 | 2;
    low[axis] = Math.min(low[axis], vertices[at] ?? 0);
    high[axis] = Math.max(high[axis], vertices[at] ?? 0);
  }
  return { low, step: Math.max(...high.map((value, axis) => value - (low[axis] ?? 0))) / GRID };
}

/** Unpacks a GLB of `packModel`: millimetres, z up. */
export async function unpackModel(glb: Uint8Array): Promise<WeldedMesh> {
  const document = await (await reader()).readBinary(glb);
  const node = document
    .getRoot()
    .listNodes()
    .find((candidate) => candidate.getMesh() !== null);
  const primitive = node?.getMesh()?.listPrimitives()[0];
  const grid = primitive?.getAttribute('POSITION')?.getArray();
  const indices = primitive?.getIndices()?.getArray();
  if (!node || !grid || !indices) throw new Error('This GLB is not one of the demo models.');
  const low = node.getTranslation();
  const [step] = node.getScale();
  const vertices = new Float32Array(grid.length);
  for (let at = 0; at < grid.length; at++) vertices[at] = (low[at % 3] ?? 0) + (grid[at] ?? 0) * step;
  return { vertices, indices: new Uint32Array(indices) };
}

/** The demo model `model` as a binary STL in millimetres. */
export async function demoStl(model: string): Promise<Uint8Array<ArrayBuffer>> {
  const glb = await readFile(new URL(`./models/${model}.glb`, import.meta.url));
  return writeStl(cornersOf(await unpackModel(glb)), `${model} - Guildhall demo model, millimetres`);
}
