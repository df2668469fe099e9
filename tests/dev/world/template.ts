import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  type BackendTemplate,
  backendTemplate,
  TEMPLATE_SETTING,
} from '../../../src/dev/backend-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    backend: BackendTemplate;
  }
}

/** Provides the template of the run to all test files; it is made here unless `npm test` did. */
export default async function provideTemplate(project: TestProject): Promise<() => Promise<void>> {
  const folder = process.env[TEMPLATE_SETTING] ?? (await mkdtemp(join(tmpdir(), 'backend-template-')));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const { template, made } = await backendTemplate(folder);
    project.provide('backend', template);
    return async () => {
      if (made) await remove();
    };
  } catch (reason) {
    await remove();
    throw reason;
  }
}
