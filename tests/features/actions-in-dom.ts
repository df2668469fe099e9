/** Stands for `astro:actions` in tests with a DOM: what the server answers is said by the test. */
export { ActionError, defineAction } from '../astro-actions.ts';

type Reply = (input: unknown) => unknown;

const replies = new Map<string, Reply>();

/** What was asked since `forgetAnswers`, in order. */
export const asked: { name: string; input: unknown }[] = [];

/** Says how the server answers an action: with data, with an error's code and message, or, where `reply` throws, not at all. */
export function answer(name: string, reply: Reply): void {
  replies.set(name, reply);
}

/** The server answers nothing again. */
export function forgetAnswers(): void {
  replies.clear();
  asked.length = 0;
}

/** An answer of an action that refuses. */
export const refusal = (code: string, message: string) => ({ data: undefined, error: { code, message } });

const group = (names: string): unknown =>
  new Proxy(() => undefined, {
    get: (_, name) => group(names === '' ? String(name) : `${names}.${String(name)}`),
    async apply(_, _this, [input]: unknown[]) {
      asked.push({ name: names, input });
      const reply = replies.get(names);
      if (!reply) throw new Error(`No answer to ${names} was prepared.`);
      const said = await reply(input);
      return typeof said === 'object' && said !== null && 'error' in said
        ? said
        : { data: said, error: undefined };
    },
  });

export const actions = group('');

export const isInputError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'fields' in error;
