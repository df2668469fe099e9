import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type BackendTemplate, backendTemplate } from '../../../src/dev/backend-template.ts';
import { endAll } from './engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    backend: BackendTemplate;
    /** Where the engines of all files have their folders. */
    enginesDir: string;
  }
}

/** Provides the template of the backend to all test files. */
export default async function provideTemplate(project: TestProject): Promise<() => Promise<void>> {
  const enginesDir = await mkdtemp(join(tmpdir(), 'backends-'));
  project.provide('backend', await backendTemplate());
  project.provide('enginesDir', enginesDir);
  return () => endAll(enginesDir);
}
