/** Whether this browser draws in 3D at all; asked before anything is fetched for it. */
export function drawsIn3D(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers give out few; this one is not needed any more.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
