import { Document, Logger, NodeIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import type { WeldedMesh } from '../../../mesh/weld.ts';

/**
 * Models are shown, and demo models are shipped, as GLB: coordinates rounded to a grid of 14 bits over the longest side
 * (7 micrometres on a 10 cm model, a tenth of what a resin printer resolves) and packed by meshoptimizer, a twelfth of
 * the size of the STL. Rounding merges corners but never opens a closed mesh.
 *
 * Inside, the grid's node has millimetres with z up, as in STL; its parent converts to metres with y up, as glTF
 * requires.
 */
const GRID_BITS = 14;
const MM_IN_M = 0.001;
/** A quarter turn around x: z up becomes y up. */
const UPRIGHT: [number, number, number, number] = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** Reads and writes GLB with the two extensions `packModel` uses. */
export async function glbFiles(): Promise<NodeIO> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  return new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.ERROR))
    .registerExtensions([EXTMeshoptCompression, KHRMeshQuantization])
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder });
}

/** A mesh snapped to its grid: whole numbers of steps from the lowest corner, and three cells per triangle. */
export interface GridMesh {
  cells: number[];
  indices: number[];
  low: [number, number, number];
  /** The side of a cell in mm. */
  step: number;
}

/**
 * Snaps a welded mesh to a grid. Triangles that collapse to a line or point are dropped, possibly all of them.
 * @param bits of the grid over the longest side, at most 16.
 */
export function snapToGrid(mesh: WeldedMesh, bits = GRID_BITS): GridMesh {
  const { low, step } = gridOf(mesh.vertices, 2 ** bits - 1);
  const places = new Map<string, number>();
  const cells: number[] = [];
  const indices: number[] = [];
  const vertexAt = (index: number): number => {
    const cell = [0, 1, 2].map((axis) =>
      Math.round(((mesh.vertices[index * 3 + axis] ?? 0) - (low[axis] ?? 0)) / step),
    );
    const key = cell.join(' ');
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, cells.length / 3);
    cells.push(...cell);
    return cells.length / 3 - 1;
  };
  for (let at = 0; at < mesh.indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => vertexAt(mesh.indices[at + corner] ?? 0)) as [
      number,
      number,
      number,
    ];
    if (a !== b && b !== c && c !== a) indices.push(a, b, c);
  }
  return { cells, indices, low, step };
}

/** Packs a welded mesh (millimetres, z up) into a GLB. */
export function packModel(mesh: WeldedMesh, name: string): Promise<Uint8Array> {
  return packGrid(snapToGrid(mesh), name);
}

/** The encoder's index for a vertex that no triangle uses. */
const UNUSED = 0xffffffff;

/**
 * Packs a mesh that is snapped to its grid.
 * @param shade a byte per vertex, stored as the attribute `_SHADE` (see `skyShade`).
 */
export async function packGrid(
  { cells, indices, low, step }: GridMesh,
  name: string,
  shade: Uint8Array | null = null,
): Promise<Uint8Array> {
  const io = await glbFiles();
  // Adjacent vertices compress best.
  const ordered = new Uint32Array(indices);
  const [newIndex, count] = MeshoptEncoder.reorderMesh(ordered, true, true);
  const positions = new Uint16Array(count * 3);
  const shades = new Uint8Array(count);
  for (let vertex = 0; vertex < cells.length / 3; vertex++) {
    const place = newIndex[vertex] ?? UNUSED;
    if (place === UNUSED) continue;
    positions.set(cells.slice(vertex * 3, vertex * 3 + 3), place * 3);
    shades[place] = shade?.[vertex] ?? 0;
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
  if (shade)
    primitive.setAttribute(
      '_SHADE',
      document.createAccessor().setType('SCALAR').setArray(shades).setNormalized(true).setBuffer(buffer),
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

/** The lowest corner of a mesh, and the side of a grid cell in millimetres. */
function gridOf(vertices: Float32Array, cells: number): { low: [number, number, number]; step: number } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < vertices.length; at++) {
    const axis = (at % 3) as 0 | 1 | 2;
    low[axis] = Math.min(low[axis], vertices[at] ?? 0);
    high[axis] = Math.max(high[axis], vertices[at] ?? 0);
  }
  const longest = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)));
  // A mesh of one point has no length to divide.
  return { low, step: longest > 0 ? longest / cells : 1 };
}
