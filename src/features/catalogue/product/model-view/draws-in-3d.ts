/** Whether this browser supports WebGL 2; checked before any 3D code is loaded. */
export function drawsIn3D(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Contexts are limited; release this one.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
