import { describe, expect, it } from 'vitest';
import { server } from '../../src/actions/index.ts';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { type DeskRole, newUserCookie, PEOPLE, type Role } from './people.ts';
import { ACTIONS, type ActionPolicy } from './policies/action-policies.ts';
import { callAction, world } from './request.ts';

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });

/** Values sent in place of a valid one. */
const INVALID_VALUES: [what: string, value: unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['yes', true],
  ['a number below zero', -1],
  ['a fraction', 1.5],
  ['a huge number', 1e308],
  ['the greatest safe integer', Number.MAX_SAFE_INTEGER],
  ['an empty text', ''],
  ['an emoji', '💎'],
  ['a NUL', 'a\u0000b'],
  ['a lone surrogate', '\ud800'],
  ['10 kB of text', 'x'.repeat(10_240)],
  ['a list', ['a', ['b']]],
  ['an object', { a: 1, constructor: { prototype: 1 } }],
  ['a filter', "' || 1=1 || id='"],
  ['a list of invalid values', [null, 1.5, '💎', '\ud800', { a: 1 }]],
  ['a gift of invalid values', { email: '\u0000@💎', message: ['x'] }],
];
/** A form can only send texts and files. */
const INVALID_FORM_VALUES: [what: string, value: unknown][] = [
  ...INVALID_VALUES.filter(([, value]) => value === undefined || typeof value === 'string'),
  ['a file', new File(['solid'], 'a.stl')],
];

/** The part of a zod schema that is asked here. */
interface InputSchema {
  safeParseAsync(input: unknown): Promise<{
    success: boolean;
    error: { issues: readonly { path: readonly PropertyKey[] }[] };
  }>;
}

/** The schema of the input of each action that has one, by the action's name in the address. */
function inputSchemas(): ReadonlyMap<string, InputSchema> {
  const found = new Map<string, InputSchema>();
  // Outside Astro an action is its own definition; see the alias in vitest.config.ts.
  for (const [noun, verbs] of Object.entries(server))
    for (const [verb, action] of Object.entries(verbs)) {
      const { input } = action as unknown as { input?: InputSchema };
      if (input) found.set(`${noun}.${verb}`, input);
    }
  return found;
}

/** What a schema says of the input as a whole. */
const ANY = '';

const SCHEMAS = inputSchemas();

type Input = Record<string, unknown>;
type Invalid = (typeof INVALID_VALUES)[number];

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

/** Whether a field with this valid value must refuse the other one whatever it says. */
const isOfOtherKind = (valid: Input, field: string, value: unknown) =>
  valid[field] !== null && !['undefined', 'null', kindOf(valid[field])].includes(kindOf(value));

/** A role the action accepts, so that only the input can be refused. */
const acceptedRole = ({ answers, irreversible, desk }: ActionPolicy): Role | DeskRole =>
  desk ? 'operator' : (PEOPLE.find((role) => !irreversible && answers[role] === 200) ?? 'other buyer');

interface Summary {
  status: number;
  text: string;
  fields: string[];
}
/** Status, start of the body, and the names of the refused fields. */
async function summaryOf(answer: Response): Promise<Summary> {
  const text = await answer.text();
  const isJson = answer.status >= 400 && text.startsWith('{');
  const { fields = {} } = isJson ? (JSON.parse(text) as { fields?: object }) : {};
  return {
    status: answer.status,
    text: text.slice(0, 300),
    fields: Object.keys(fields).map((path) => path.split('.')[0] ?? ''),
  };
}

describe.each(Object.entries(ACTIONS))('%s', (name, policy) => {
  const form = policy.form ?? false;
  const send = async (input: unknown) => {
    const headers = policy.endsSession ? { cookie: await newUserCookie(pb) } : {};
    return summaryOf(await callAction(acceptedRole(policy), name, input, { form, headers }));
  };

  /** Sends the input with this value in place of one field's, and checks the answer. */
  const checkAlone = async (valid: Input, field: string, [what, value]: Invalid) => {
    const { [field]: _, ...rest } = valid;
    const answer = await send(value === undefined ? rest : { ...rest, [field]: value });
    const where = `${field}: ${what} → ${answer.status} ${answer.text}`;
    expect.soft(answer.status, where).toBeLessThan(500);
    if (!isOfOtherKind(valid, field, value)) return;
    expect.soft(answer.status, where).toBe(400);
    expect.soft(answer.fields, where).toContain(field);
  };

  /** The fields that the schema of the action refuses in this input, as it arrives. */
  const refusedBy = async (schema: InputSchema, input: Input): Promise<string[]> => {
    const { success, error } = await schema.safeParseAsync(JSON.parse(JSON.stringify(input)));
    return success ? [] : error.issues.map(({ path }) => String(path[0] ?? ANY));
  };

  /**
   * Asks the schema itself, in place of a request for each field and value, and sends what it lets pass: no handler may fail
   * over it. Answers an input that the schema refuses for the most fields, with these.
   */
  const askSchema = async (schema: InputSchema, valid: Input) => {
    let worst: { input: Input; refused: string[] } | null = null;
    for (const invalid of INVALID_VALUES) {
      const [what, value] = invalid;
      const wrong: Input = {};
      for (const field of Object.keys(valid)) {
        const { [field]: _, ...rest } = valid;
        const refused = await refusedBy(schema, value === undefined ? rest : { ...rest, [field]: value });
        if (refused.length === 0) await checkAlone(valid, field, invalid);
        else if (isOfOtherKind(valid, field, value))
          expect.soft(refused, `${field}: ${what}`).toContain(field);
        if (refused.includes(field)) wrong[field] = value;
      }
      const input = JSON.parse(JSON.stringify({ ...valid, ...wrong })) as Input;
      const refused = [...new Set(await refusedBy(schema, input))];
      if (refused.length > (worst?.refused.length ?? 0)) worst = { input, refused };
    }
    return worst;
  };

  it('answers an invalid value with 400 and the name of its field', async () => {
    const valid = ((await policy.input(world)) ?? {}) as Input;
    const fields = Object.keys(valid);
    const schema = form ? undefined : SCHEMAS.get(name);
    if (schema) {
      const worst = await askSchema(schema, valid);
      if (!worst) return;
      // The action uses this schema: it refuses the same fields.
      const answer = await send(worst.input);
      expect(answer.status, answer.text).toBe(400);
      expect([...new Set(answer.fields)].sort()).toEqual(
        worst.refused.filter((field) => field !== ANY).sort(),
      );
      return;
    }
    await Promise.all(
      (form ? INVALID_FORM_VALUES : INVALID_VALUES).map(async (invalid) => {
        const [, value] = invalid;
        // All fields that must refuse it are sent at once: each is named in one answer, or else sent alone.
        const refusing = fields.filter((field) => isOfOtherKind(valid, field, value));
        const wrong = Object.fromEntries(refusing.map((field) => [field, value]));
        const answer = refusing.length > 1 ? await send({ ...valid, ...wrong }) : null;
        const named = answer?.status === 400 ? answer.fields : [];
        for (const field of fields) if (!named.includes(field)) await checkAlone(valid, field, invalid);
      }),
    );
  });

  it('ignores fields it does not know', async () => {
    const valid = ((await policy.input(world)) ?? {}) as Record<string, string>;
    const extended = { ...valid, role: 'admin', user: world.users['other buyer'], 'state+': '1' };
    expect((await send(extended)).status).toBeLessThan(500);
  });
});

it('control characters are left out of the texts of a category', async () => {
  const draft = {
    id: null,
    name: 'Peat\u0000 bogs',
    description: 'We\u0000t.',
    parentId: null,
    slug: 'peat-bogs',
  };
  const answer = await callAction('operator', 'deskCategories.save', draft);
  const text = await answer.text();
  expect(answer.status, text.slice(0, 300)).toBe(200);
  expect(text).toContain('Peat bogs');
  expect(text).toContain('Wet.');
  expect(text).not.toMatch(/\\u0000|\0/);
});
