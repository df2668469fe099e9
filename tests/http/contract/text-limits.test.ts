import { describe, expect, it } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { ANSWER_LENGTH, COMMENT_LENGTH, QUESTION_LENGTH } from '../../../src/domain/community/question.ts';
import { REVIEW_LIMITS } from '../../../src/domain/community/review.ts';
import { type DeskRole, newUserCookie, PEOPLE, type Role } from '../people.ts';
import { ACTIONS, type ActionPolicy } from '../policies/action-policies.ts';
import { callAction, world } from '../request.ts';

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
type Input = Record<string, unknown>;

/** What the whole of a text of this length is refused for: the fields, or none where it is accepted. */
async function refused(role: Role | DeskRole, action: string, changed: Input): Promise<[number, string[]]> {
  const policy = ACTIONS[action];
  if (!policy) throw new Error(`no policy says what ${action} is sent`);
  const input = { ...((await policy.input(world)) as Input), ...changed };
  const headers = policy.endsSession ? { cookie: await newUserCookie(pb) } : {};
  const answer = await callAction(role, action, input, { form: policy.form ?? false, headers });
  const { fields = {} } = (await answer.json().catch(() => ({}))) as { fields?: object };
  return [answer.status, Object.keys(fields).map((path) => path.split('.')[0] ?? '')];
}

describe('a text that people write', () => {
  it.each<[action: string, role: Role, field: string, most: number]>([
    ['questions.ask', 'buyer', 'text', QUESTION_LENGTH.max],
    ['questions.answer', 'seller', 'text', ANSWER_LENGTH.max],
    ['posts.comment', 'buyer', 'text', COMMENT_LENGTH.max],
    ['reviews.write', 'buyer', 'text', REVIEW_LIMITS.text],
    ['reviews.answer', 'seller', 'answer', REVIEW_LIMITS.answer],
  ])('by %s as %s: its %s has at most %i characters', async (action, role, field, most) => {
    expect(await refused(role, action, { [field]: 'x'.repeat(most + 1) })).toEqual([400, [field]]);
    const [, fields] = await refused(role, action, { [field]: 'x'.repeat(most) });
    expect(fields).toEqual([]);
  });
});

/** Longer than anything that is written, and within what a form may send. */
const ENDLESS = 'x'.repeat(400_000);
/** A role the action accepts, so that only the text can be refused. */
const acceptedRole = ({ answers, irreversible, desk }: ActionPolicy): Role | DeskRole =>
  desk ? 'operator' : (PEOPLE.find((role) => !irreversible && answers[role] === 200) ?? 'other buyer');

describe('a text without end', () => {
  it.each(Object.entries(ACTIONS))('is refused in every field of %s', async (action, policy) => {
    const valid = ((await policy.input(world)) ?? {}) as Input;
    const texts = Object.keys(valid).filter((field) => typeof valid[field] === 'string');
    for (const field of texts) {
      const [status] = await refused(acceptedRole(policy), action, { [field]: ENDLESS });
      expect.soft([400, 413], `${field}: ${status}`).toContain(status);
    }
  });
});
