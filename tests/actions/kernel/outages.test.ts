import { ActionError } from 'astro:actions';
import { expect, it } from 'vitest';
import { tellingOutages } from '../../../src/actions/kernel/outages.ts';
import { PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { RESTARTING } from '../../../src/server/kernel/failure-log.ts';
import { conflict } from '../../../src/server/kernel/refusal-error.ts';

/** What an action answers that throws this, and what was reported of it. */
async function told(reason: unknown) {
  const reported: unknown[] = [];
  const ends = () => Promise.reject(reason);
  const { sales } = tellingOutages({ sales: { mine: Object.assign(ends, { orThrow: ends }) } });
  const context = { locals: { app: { commerce: { onError: (fault: unknown) => reported.push(fault) } } } };
  const { error } = (await (sales.mine as unknown as () => unknown).call(context)) as {
    error: ActionError | undefined;
  };
  return { code: error?.code, message: error?.message, reported };
}
const backendError = (status: number) =>
  Object.assign(new Error('Something went wrong.'), { name: 'ClientResponseError 0', status });

it.each([0, 502, 503, 504])(
  'an action answers 503 while the backend is away with %s, which is reported',
  async (status) => {
    const away = backendError(status);
    expect(await told(away)).toEqual({ code: 'SERVICE_UNAVAILABLE', message: RESTARTING, reported: [away] });
  },
);

it('says that nothing can be stored while the disk is full', async () => {
  const full = Object.assign(backendError(400), { response: { code: 'disk-full' } });
  expect(await told(full)).toEqual({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Nothing can be stored at the moment, so this was not done. Try again in a few minutes.',
    reported: [full],
  });
});

it('says who is away', async () => {
  const away = new PaymentsUnavailable('no line', true);
  expect(await told(away)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', reported: [away] });
  expect((await told(away)).message).toContain('payment provider');
  const store = Object.assign(new Error('The file store does not answer. Try again in a moment.'), {
    name: 'StorageRefused',
    code: 'storage-away',
  });
  expect(await told(store)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: store.message });
});

it('leaves refusals as they are, and faults are faults', async () => {
  const refusal = new ActionError({ code: 'CONFLICT', message: 'It was changed meanwhile.' });
  expect(await told(refusal)).toEqual({ code: 'CONFLICT', message: refusal.message, reported: [] });
  const own = conflict('It was changed meanwhile.');
  expect(await told(own)).toEqual({ code: 'CONFLICT', message: refusal.message, reported: [] });
  expect(await told(backendError(400))).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', reported: [] });
  expect(await told(new TypeError('x is not a function'))).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
});

interface Context {
  by: number;
  locals: { action?: string; writeDown?: () => Promise<void> };
}

it('passes on context, input and answer, names the action, and writes down what was done', async () => {
  const written: string[] = [];
  const adds = async function (this: Context, input: number) {
    this.locals.writeDown = async () => void written.push(`${this.locals.action} ${input}`);
    return input + this.by;
  };
  const { sums } = tellingOutages({
    sums: { add: Object.assign(adds, { orThrow: adds }), of: { input: 1 } },
  });
  const locals = { app: { commerce: { onError: () => undefined } } } as Context['locals'];
  expect(await sums.add.call({ by: 2, locals }, 3)).toEqual({ data: 5, error: undefined });
  expect(written).toEqual(['sums.add 3']);
  expect(sums.of).toEqual({ input: 1 });
});
