/**
 * The only way from src/ops to src/dev: loads the development stack, by name and never in production.
 * @throws Error in production.
 */
export async function loadDevStack() {
  if (process.env['NODE_ENV'] === 'production') throw new Error('Production does not load src/dev.');
  return import('../dev/stack.ts');
}
