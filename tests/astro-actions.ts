/** What `astro:actions` offers within Astro alone, as far as the tests of actions need it: an action is its own definition. */
export const defineAction = (action: unknown): unknown => action;

export class ActionError extends Error {
  readonly code: string;
  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.code = code;
  }
}
