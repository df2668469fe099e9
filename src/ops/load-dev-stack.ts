import { openStack, type Stack, type StackOptions } from './stack.ts';

/**
 * The only import of src/dev in src/ops: loads the development stack, never in production.
 * @throws Error in production.
 */
async function loadDevStack() {
  if (process.env['NODE_ENV'] === 'production') throw new Error('Production does not load src/dev.');
  return import('../dev/stack.ts');
}

/** Opens the stack of production, or of a laptop with its companions and, unless DEMO_WORLD is off, the demo world. */
export async function openStackHere(production: boolean, options: StackOptions): Promise<Stack> {
  if (production) return openStack(options);
  const { demoSizeOf, openDevStack } = await loadDevStack();
  return openDevStack({
    ...options,
    demo: process.env['DEMO_WORLD'] !== 'off',
    demoSize: demoSizeOf(process.env),
  });
}
