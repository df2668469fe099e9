import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { moneyText } from '../../domain/kernel/money.ts';
import { requestWithdrawal, withdraw } from '../../server/commerce/withdrawal/withdrawals.ts';
import { badRequest } from '../../server/kernel/refusal-error.ts';
import { workAsked, workInput } from '../kernel/asked-work.ts';
import { emailInput } from '../kernel/plain-input.ts';
import { withPaymentProvider } from '../kernel/provider.ts';

export const withdrawals = {
  /** Mails the link to withdraw. The answer is the same whether there is such a contract. */
  ask: defineAction({
    accept: 'form',
    input: z.object({
      number: z
        .string()
        .trim()
        .min(1, 'Enter a number from your receipt, or the name of the store.')
        .max(100),
      email: emailInput('Enter the e-mail address of your receipt.'),
      work: workInput,
    }),
    async handler({ work, ...input }, context) {
      const { app, client } = context.locals;
      if (!(await app.commerce.withdrawalTries.mayAsk(client, input.email, work ?? null))) throw workAsked();
      // After the answer, so that its time does not tell whether there is such a contract.
      app.afterAnswers.run(() => requestWithdrawal(app.commerce, input));
      return { email: input.email };
    },
  }),

  /** Withdraws from the contract of a mailed link. */
  confirm: defineAction({
    accept: 'form',
    input: z.object({ token: z.string().max(100) }),
    async handler({ token }, context) {
      const refundedCents = await withPaymentProvider(context, () =>
        withdraw(context.locals.app.commerce, token),
      );
      if (refundedCents === null) throw badRequest('This link does not work any more. Ask for a new one.');
      return { refunded: refundedCents > 0 ? moneyText(refundedCents) : null };
    },
  }),
};
