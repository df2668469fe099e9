import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meshReport } from '../../../../src/domain/assets/mesh-report.ts';
import type { ModelKind } from '../../../../src/mesh/read.ts';
import { writeStl } from '../../../../src/mesh/stl.ts';
import {
  MODEL_MAX_BYTES,
  measureModel,
  meshFactsOf,
} from '../../../../src/server/adapters/mesh/mesh-facts.ts';
import { aZip } from '../../../mesh/a-zip.ts';
import { box, meshXml, objText, plyText } from '../../../mesh/shapes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mesh-facts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function kept(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const triangle = writeStl(new Float32Array([0, 0, 0, 4, 0, 0, 0, 5, 1]), 'x');

it('answers the facts of files, or why they are refused, concurrently', async () => {
  const good = await kept('good.stl', triangle);
  const cut = await kept('cut.stl', triangle.subarray(0, 100));
  const answers = await Promise.all([good, cut, good, cut, good, cut].map((path) => meshFactsOf(path)));
  const facts = expect.objectContaining({
    size: { x: 4, y: 5, z: 1 },
    volumeMl: 0,
    triangles: 1,
    watertight: false,
    shells: 1,
    openEdges: 3,
    outline: [expect.any(Array)],
  });
  expect(answers).toEqual([
    facts,
    'stl-size-mismatch',
    facts,
    'stl-size-mismatch',
    facts,
    'stl-size-mismatch',
  ]);
});

it('continues after an unreadable file', async () => {
  await expect(meshFactsOf(join(folder, 'none.stl'))).rejects.toThrow('ENOENT');
  expect(await meshFactsOf(await kept('after.stl', triangle))).toMatchObject({ triangles: 1 });
});

const words = (text: string) => new TextEncoder().encode(text);
const corners = box(10, 20, 30);
const threeMf = aZip([
  {
    name: '3D/3dmodel.model',
    text: `<model><resources><object id="1">${meshXml(corners)}</object></resources><build><item objectid="1"/></build></model>`,
  },
]);

it('measures each format alike, and makes a preview on request', async () => {
  const stl = writeStl(new Float32Array(corners), 'x');
  const files: [ModelKind, Uint8Array][] = [
    ['stl', stl],
    ['obj', words(objText(corners))],
    ['3mf', threeMf],
    ['ply', words(plyText(corners))],
  ];
  for (const [kind, bytes] of files) {
    const path = await kept('any name', bytes);
    const answer = await measureModel({ path, kind, preview: true });
    const mesh = { size: { x: 10, y: 20, z: 30 }, volumeMl: 6, triangles: 12, watertight: true, pieces: 1 };
    expect(answer).toMatchObject({ mesh, preview: { glb: expect.any(Uint8Array), triangles: 12 } });
    expect(await measureModel({ path, kind, preview: false })).toMatchObject({ mesh, preview: null });
  }
});

it.each([
  ['84 bytes that claim 50 million triangles', 'stl', claiming(50_000_000), 'stl-size-mismatch'],
  ['480 kB of the word solid', 'stl', words('solid '.repeat(80_000)), 'stl-empty'],
  ['an OBJ in a 3MF', '3mf', words(objText(corners)), 'model-kind-mismatch'],
  ['a 3MF that holds a bomb', '3mf', aZip([{ name: 'a', text: new Uint8Array(9_000_000) }]), '3mf-bomb'],
] as const)('refuses %s', async (_what, kind, bytes, refusal) => {
  expect(await meshFactsOf(await kept('hostile', bytes), kind)).toBe(refusal);
});

it.each([
  ['as far apart as 32 bits can tell', 3.4e38, 'red'],
  // It may be in another unit.
  ['next to nothing apart', 1e-38, 'amber'],
])(
  'measures corners %s: numbers that are numbers, and a report that says so',
  async (_what, length, level) => {
    const path = await kept('far.stl', writeStl(new Float32Array(box(length, length, length)), 'far'));
    const answer = await measureModel({ path, kind: 'stl', preview: true });
    if (typeof answer === 'string') throw new Error(answer);
    const { size, volumeMl, triangles } = answer.mesh;
    expect([size.x, size.y, size.z, volumeMl, triangles].every(Number.isFinite)).toBe(true);
    expect(answer.mesh.outline.flat().every(Number.isFinite)).toBe(true);
    expect(meshReport(answer.mesh, 684).level).toBe(level);
  },
);

function claiming(triangles: number): Uint8Array {
  const bytes = new Uint8Array(84);
  new DataView(bytes.buffer).setUint32(80, triangles, true);
  return bytes;
}

it('does not open a file above the limit', async () => {
  const path = await kept('large.stl', triangle);
  await truncate(path, MODEL_MAX_BYTES + 1);
  expect(await meshFactsOf(path)).toBe('mesh-too-large');
});

it('kills a worker after its time limit, and measures the next file', async () => {
  const path = await kept('slow.stl', words('solid '.repeat(4_000_000)));
  expect(await measureModel({ path, kind: 'stl', preview: false }, 1)).toBe('mesh-too-long');
  expect(await meshFactsOf(await kept('next.stl', triangle))).toMatchObject({ triangles: 1 });
});

it.runIf(process.platform === 'linux')(
  'measures in processes that let everybody else go first and know no secret',
  async () => {
    const good = await kept('nice.stl', triangle);
    await measureModel({ path: good, kind: 'stl', preview: false });
    const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
    const workers = [];
    for (const pid of children.trim().split(' ')) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
      if (command.includes('mesh-worker')) workers.push(pid);
    }
    expect(workers).not.toEqual([]);
    for (const pid of workers) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      // The fields after the name in brackets; the seventeenth is the priority.
      expect(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]).toBe('19');
      // Node adds the channel to its parent; nothing of ours is there.
      const names = (await readFile(`/proc/${pid}/environ`, 'utf8'))
        .split('\0')
        .map((entry) => entry.split('=')[0]);
      expect(names.filter((name) => name && !name.startsWith('NODE_CHANNEL'))).toEqual([]);
    }
  },
);
