/** A box with its lowest corner at `at`: twelve outward triangles, nine numbers each. */
export function box(x: number, y: number, z: number, at: [number, number, number] = [0, 0, 0]): number[] {
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  const corner = (index: number) => [
    at[0] + (index & 1 ? x : 0),
    at[1] + (index & 2 ? y : 0),
    at[2] + (index & 4 ? z : 0),
  ];
  return quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d].flatMap(corner));
}

/** The same triangles as the mesh of a 3MF object. */
export function meshXml(corners: number[]): string {
  let vertices = '';
  let triangles = '';
  for (let at = 0; at < corners.length; at += 3) {
    vertices += `<vertex x="${corners[at]}" y="${corners[at + 1]}" z="${corners[at + 2]}"/>`;
    if (at % 9 === 0) triangles += `<triangle v1="${at / 3}" v2="${at / 3 + 1}" v3="${at / 3 + 2}"/>`;
  }
  return `<mesh><vertices>${vertices}</vertices><triangles>${triangles}</triangles></mesh>`;
}

/** The same triangles as an OBJ. */
export function objText(corners: ArrayLike<number>): string {
  const lines: string[] = [];
  for (let at = 0; at < corners.length; at += 3) {
    lines.push(`v ${corners[at]} ${corners[at + 1]} ${corners[at + 2]}`);
    if (at % 9 === 6) lines.push('f -3 -2 -1');
  }
  return lines.join('\n');
}

/** The same triangles as a text PLY, each corner a vertex of its own. */
export function plyText(corners: ArrayLike<number>): string {
  const count = corners.length / 3;
  const lines = ['ply', 'format ascii 1.0', `element vertex ${count}`];
  lines.push('property float x', 'property float y', 'property float z', `element face ${count / 3}`);
  lines.push('property list uchar int vertex_indices', 'end_header');
  for (let at = 0; at < corners.length; at += 3)
    lines.push(`${corners[at]} ${corners[at + 1]} ${corners[at + 2]}`);
  for (let at = 0; at < count; at += 3) lines.push(`3 ${at} ${at + 1} ${at + 2}`);
  return lines.join('\n');
}

/**
 * Corners of a bumpy ball of 64 by `rows` quads: balls of other rows have other triangles, and of other widths another shape.
 */
export function bumpyBall([rows, width]: readonly [rows: number, width: number]): Float32Array {
  const at = (row: number, column: number) => {
    const [up, around] = [(row / rows) * Math.PI, ((column % 64) / 64) * 2 * Math.PI];
    const radius = 20 + 3 * Math.sin(5 * around) * Math.sin(up) + 2 * Math.cos(3 * up);
    const flat = radius * Math.sin(up);
    return [flat * Math.cos(around), flat * Math.sin(around) * width, radius * Math.cos(up)];
  };
  const corners: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < 64; column++) {
      const [a, b] = [at(row, column), at(row, column + 1)];
      const [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
      corners.push(...a, ...c, ...b, ...b, ...c, ...d);
    }
  return new Float32Array(corners);
}
