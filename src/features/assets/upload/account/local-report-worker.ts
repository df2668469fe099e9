import { measureMesh } from '../../../../mesh/measure.ts';
import { readModel } from '../../../../mesh/read.ts';
import { LOCAL_MAX_TRIANGLES, type LocalReportAnswer, type LocalReportRequest } from './local-report.ts';

/** Measures a file in a worker, with the same code as the server. */
addEventListener('message', async ({ data }: MessageEvent<LocalReportRequest>) => {
  postMessage(await answerTo(data));
});

async function answerTo({ file, kind }: LocalReportRequest): Promise<LocalReportAnswer> {
  const corners = readModel(new Uint8Array(await file.arrayBuffer()), kind, LOCAL_MAX_TRIANGLES);
  if (typeof corners !== 'string') return { state: 'measured', mesh: measureMesh(corners) };
  return corners.endsWith('too-many-triangles')
    ? { state: 'left', why: 'heavy' }
    : { state: 'unreadable', refusal: corners };
}
