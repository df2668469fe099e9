import { measureMesh } from '../../../../mesh/measure.ts';
import { readModel } from '../../../../mesh/read.ts';
import { COURTESY_MAX_TRIANGLES, type CourtesyAnswer, type CourtesyAsked } from './courtesy.ts';

/** Runs beside the page: told of a file, it answers what it measured, with the code the server uses. */
addEventListener('message', async ({ data }: MessageEvent<CourtesyAsked>) => {
  postMessage(await answerTo(data));
});

async function answerTo({ file, kind }: CourtesyAsked): Promise<CourtesyAnswer> {
  const corners = readModel(new Uint8Array(await file.arrayBuffer()), kind, COURTESY_MAX_TRIANGLES);
  if (typeof corners !== 'string') return { state: 'measured', mesh: measureMesh(corners) };
  return corners.endsWith('too-many-triangles')
    ? { state: 'left', why: 'heavy' }
    : { state: 'unreadable', refusal: corners };
}
