import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import type { MeshReport } from '../../src/domain/assets/mesh-report.ts';
import { writeStl } from '../../src/mesh/stl.ts';
import { aZip } from './a-zip.ts';
import { box, meshXml } from './shapes.ts';

const ENTRY = `
  import { meshReport } from './src/domain/assets/mesh-report.ts';
  import { measureMesh } from './src/mesh/measure.ts';
  import { readModel } from './src/mesh/read.ts';
  report = (bytes, kind) => meshReport(measureMesh(readModel(bytes, kind)), bytes.length);
`;

it('makes the same report in a browser, without Node APIs', async () => {
  const bundle = await build({
    stdin: { contents: ENTRY, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    minify: true,
  });
  const script = bundle.outputFiles[0]?.text ?? '';
  // The local report during an upload: it may weigh as much as a picture, not more.
  expect(script.length).toBeLessThan(120_000);
  const tab: { report?: (bytes: Uint8Array, kind: string) => MeshReport } = {};
  runInNewContext(script, Object.assign(tab, { TextDecoder, report: undefined }));
  const corners = box(10, 20, 30);
  const threeMf = aZip([
    {
      name: '3D/3dmodel.model',
      text: `<model><resources><object id="1">${meshXml(corners)}</object></resources><build><item objectid="1"/></build></model>`,
    },
  ]);
  for (const [bytes, kind] of [
    [writeStl(new Float32Array(corners), 'x'), 'stl'],
    [threeMf, '3mf'],
  ] as const) {
    const report = tab.report?.(bytes, kind);
    expect(report?.level).toBe('green');
    expect(report?.findings[0]?.sentence).toBe('10 × 20 × 30 mm, 6 ml.');
  }
});
