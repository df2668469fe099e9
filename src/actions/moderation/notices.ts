import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { reportable } from '../../data/account/reportables.ts';
import { noticeOf } from '../../data/moderation/notices.ts';
import { CASE_KINDS, CASE_SUBJECTS, type CaseKind } from '../../domain/moderation/case.ts';
import { NO_STATEMENT, noticeRefusals, takesNotices } from '../../domain/moderation/notice.ts';
import { notFound, tooManyTries } from '../../server/kernel/refusal-error.ts';
import { confirmNotice, giveNotice } from '../../server/moderation/notices.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { emailInput } from '../kernel/plain-input.ts';
import { optionalTextInput } from '../kernel/text-input.ts';

const NOTHING = 'There is nothing here that you could report.';

/** Reports of people without an account. Form actions, so that they work without scripts. */
export const notices = {
  /** Mails a link that sends the report: nothing enters the queue before the address is confirmed. */
  give: defineAction({
    accept: 'form',
    input: z
      .object({
        what: z.enum(CASE_SUBJECTS),
        id: z.string().regex(/^[a-z0-9-]{1,60}$/),
        kind: z.enum(Object.keys(CASE_KINDS) as CaseKind[], 'Choose what is wrong.'),
        text: optionalTextInput(100_000, 'Use at most 2000 characters.'),
        name: optionalTextInput(1000, 'Use at most 100 characters.'),
        email: emailInput(),
        // A tick sends "true"; anything else, a file too, is no statement.
        goodFaith: z.literal('true', NO_STATEMENT),
      })
      .superRefine(
        checkedBy(({ what, kind, text, name }) =>
          noticeRefusals({ what, kind, text, name, goodFaith: true }),
        ),
      ),
    async handler(notice, context) {
      const { app, client, pb } = context.locals;
      const about = takesNotices(notice.what) ? await reportable(pb, notice.what, notice.id, '') : null;
      if (!about) throw notFound(NOTHING);
      for (const [way, account] of [
        ['notice-network', client],
        ['notice', notice.email],
      ] as const) {
        const wait = await app.identity.signInLimits.minutesToWait(way, { account, client });
        if (wait !== null) throw tooManyTries(wait);
      }
      const { what, kind, text, name, email } = notice;
      await giveNotice(app.messaging.conversations, {
        what,
        id: about.id,
        kind,
        text,
        name,
        email,
        goodFaith: true,
      });
      return { email: notice.email };
    },
  }),

  /** Sends the report of a mailed link, once. */
  confirm: defineAction({
    accept: 'form',
    input: z.object({ token: z.string().max(100) }),
    async handler({ token }, context): Promise<{ number: number }> {
      const { app, pb } = context.locals;
      const notice = await noticeOf(pb, token, app.commerce.now());
      const about = notice && (await reportable(pb, notice.what, notice.subject, ''));
      const number = notice && about ? await confirmNotice(app.messaging.conversations, notice, about) : null;
      if (number === null)
        throw notFound('This link was used, is too old, or what you reported is no longer shown.');
      return { number };
    },
  }),
};
