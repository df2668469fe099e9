import type { TestProject } from 'vitest/node';
import { type BackendTemplate, backendTemplate } from '../../../src/dev/backend-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    backend: BackendTemplate;
  }
}

/** Provides the template of the backend to all test files. */
export default async function provideTemplate(project: TestProject): Promise<void> {
  project.provide('backend', await backendTemplate());
}
