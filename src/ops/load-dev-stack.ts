/**
 * The only import of src/dev in src/ops: loads the development stack, never in production.
 * @throws Error in production.
 */
export async function loadDevStack() {
  if (process.env['NODE_ENV'] === 'production') throw new Error('Production does not load src/dev.');
  return import('../dev/stack.ts');
}
