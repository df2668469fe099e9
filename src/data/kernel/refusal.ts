import { type Transaction, TransactionRefused } from './transaction.ts';

/** Runs the steps. Returns the code of a refusal that is expected, or null on success; throws any other error. */
export async function refusalOf<Code extends string>(
  steps: Transaction,
  expected: readonly Code[],
): Promise<Code | null> {
  try {
    await steps.run();
    return null;
  } catch (reason) {
    const code =
      reason instanceof TransactionRefused ? expected.find((known) => known === reason.code) : undefined;
    if (code === undefined) throw reason;
    return code;
  }
}
