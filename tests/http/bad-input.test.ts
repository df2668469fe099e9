import { describe, expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { newUserCookie, PEOPLE, type Role } from './people.ts';
import { ACTIONS, type ActionPolicy } from './policies/action-policies.ts';
import { callAction, world } from './request.ts';

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });

/** What nobody sane sends in place of a value. */
const NONSENSE: [what: string, value: unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['yes', true],
  ['a number below zero', -1],
  ['half a number', 1.5],
  ['a huge number', 1e308],
  ['the greatest whole number', Number.MAX_SAFE_INTEGER],
  ['an empty text', ''],
  ['an emoji', '💎'],
  ['a NUL', 'a\u0000b'],
  ['half a character', '\ud800'],
  ['10 kB of text', 'x'.repeat(10_240)],
  ['a list', ['a', ['b']]],
  ['an object', { a: 1, constructor: { prototype: 1 } }],
  ['a filter', "' || 1=1 || id='"],
  ['a list of nonsense', [null, 1.5, '💎', '\ud800', { a: 1 }]],
  ['a present of nonsense', { email: '\u0000@💎', message: ['x'] }],
];
/** A form knows only texts and files. */
const FORM_NONSENSE: [what: string, value: unknown][] = [
  ...NONSENSE.filter(([, value]) => value === undefined || typeof value === 'string'),
  ['a file', new File(['solid'], 'a.stl')],
];

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

/** Somebody to whom the action would say yes, so that it is the input it refuses. */
const welcome = ({ answers, irreversible }: ActionPolicy): Role =>
  PEOPLE.find((role) => !irreversible && answers[role] === 200) ?? 'other buyer';

/** The answer, without its body where that is of no interest. */
interface Said {
  status: number;
  text: string;
  fields: string[];
}
async function said(answer: Response): Promise<Said> {
  const text = await answer.text();
  const isJson = answer.status >= 400 && text.startsWith('{');
  const { fields = {} } = isJson ? (JSON.parse(text) as { fields?: object }) : {};
  return { status: answer.status, text: text.slice(0, 300), fields: Object.keys(fields) };
}

describe.each(Object.entries(ACTIONS))('%s', (name, policy) => {
  const form = policy.form ?? false;
  const send = async (input: unknown) => {
    const headers = policy.endsSession ? { cookie: await newUserCookie(pb) } : {};
    return said(await callAction(welcome(policy), name, input, { form, headers }));
  };

  it('answers nonsense in a field with 400 and the name of the field', async () => {
    const sane = ((await policy.input(world)) ?? {}) as Record<string, unknown>;
    for (const field of Object.keys(sane)) {
      await Promise.all(
        (form ? FORM_NONSENSE : NONSENSE).map(async ([what, value]) => {
          const { [field]: _, ...rest } = sane;
          const met = await send(value === undefined ? rest : { ...rest, [field]: value });
          const where = `${field}: ${what} → ${met.status} ${met.text}`;
          expect.soft(met.status, where).toBeLessThan(500);
          const otherKind =
            !['undefined', 'null', kindOf(sane[field])].includes(kindOf(value)) && sane[field] !== null;
          if (otherKind) expect.soft(met.status, where).toBe(400);
          if (met.status === 400 && otherKind)
            expect
              .soft(
                met.fields.map((path) => path.split('.')[0]),
                where,
              )
              .toContain(field);
        }),
      );
    }
  });

  it('is not moved by what it was not asked for', async () => {
    const sane = ((await policy.input(world)) ?? {}) as Record<string, string>;
    const more = { ...sane, role: 'admin', user: world.users['other buyer'], 'state+': '1' };
    expect((await send(more)).status).toBeLessThan(500);
  });
});
