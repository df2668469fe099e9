import { beforeEach, expect, it } from 'vitest';
import { Checks } from '../../../src/ui/account/Checks.tsx';
import { useDraft } from '../../../src/ui/account/useDraft.ts';
import type { ActionResult } from '../../../src/ui/action-answer.ts';
import { Field, Form } from '../../../src/ui/Form.tsx';
import { button, click, field as fieldOf, perform, show, type, words } from '../../features/page.tsx';

interface Draft {
  name: string;
  cents: number;
}
let sent: Draft[] = [];
let done: string[] = [];
let answer: (result: ActionResult<string>) => Promise<void>;

function Editor() {
  const { field, fieldError, busy, save, isDirty, set } = useDraft({
    begin: () => ({ name: 'Golem', price: '5', picks: [] as string[] }),
    read: ({ name, price }) => ({ name: name.trim(), cents: Math.round(Number(price) * 100) }),
    refusals: ({ name, cents }): { name?: string; cents?: string } => ({
      ...(name === '' && { name: 'Enter a name.' }),
      ...(!(cents >= 0) && { cents: 'Enter a price.' }),
    }),
    send: (draft) => {
      sent.push(draft);
      return new Promise((resolve) => {
        answer = (result) => perform(() => resolve(result));
      });
    },
    said: null,
    done: (text: string) => done.push(text),
  });
  return (
    <>
      <Form busy={busy} label="Save" onSend={save}>
        <Field label="Name" {...field('name')} />
        <Field label="Price" {...field('price', 'cents')} />
      </Form>
      <button type="button" onClick={() => set({ picks: ['a'] })}>
        Pick
      </button>
      <p>{[isDirty ? 'unsaved' : 'saved', fieldError('cents')].join()}</p>
    </>
  );
}

beforeEach(async () => {
  sent = [];
  done = [];
  await show(<Editor />);
});
const state = () => words(document.querySelector('main > p') as Element);
const stored = () => answer({ data: 'stored', error: undefined });

it('begins with what is stored, and is unsaved once something else is typed or chosen', async () => {
  expect([fieldOf('Name').value, fieldOf('Price').value, state()]).toEqual(['Golem', '5', 'saved,']);
  await type(fieldOf('Name'), 'Golem, the old one');
  expect(state()).toBe('unsaved,');
  await type(fieldOf('Name'), 'Golem');
  expect(state()).toBe('saved,');
  await click(button('Pick'));
  expect(state()).toBe('unsaved,');
});

it('sends what the fields mean, and is saved when that is stored', async () => {
  await type(fieldOf('Price'), '7.50');
  await click(button('Save'));
  expect([sent, button('Save').getAttribute('aria-busy'), state()]).toEqual([
    [{ name: 'Golem', cents: 750 }],
    'true',
    'unsaved,',
  ]);
  await stored();
  expect([done, state()]).toEqual([['stored'], 'saved,']);
});

it('keeps as unsaved what was typed after it was sent', async () => {
  await type(fieldOf('Price'), '7');
  await click(button('Save'));
  await type(fieldOf('Price'), '8');
  await stored();
  expect([fieldOf('Price').value, state()]).toEqual(['8', 'unsaved,']);
});

it('sends nothing that a rule refuses, and says why at the field, whose name in the rule may be another', async () => {
  await type(fieldOf('Price'), 'much');
  expect(state()).toBe('unsaved,');
  await click(button('Save'));
  expect([sent, state()]).toEqual([[], 'unsaved,Enter a price.']);
  const price = fieldOf('Price');
  expect([price.name, price.getAttribute('aria-invalid')]).toEqual(['cents', 'true']);
  expect(document.activeElement).toBe(price);
  await type(price, '1');
  expect(state()).toBe('unsaved,');
});

it('stays unsaved when the server refuses it, with the sentence at its field', async () => {
  await type(fieldOf('Name'), 'Taken');
  await click(button('Save'));
  await answer({ data: undefined, error: { fields: { name: ['This name is taken.'] } } as never });
  expect([done, state()]).toEqual([[], 'unsaved,']);
  expect(words()).toContain('This name is taken.');
});

it('ticks and unticks one of several boxes, and keeps the others', async () => {
  const heard: string[][] = [];
  await show(
    <Checks
      legend="Tell it of"
      options={[
        { value: 'sale', label: 'Sales' },
        { value: 'refund', label: 'Refunds' },
      ]}
      chosen={['sale']}
      error="Choose one."
      onChange={(chosen) => heard.push(chosen)}
    />,
  );
  expect([words(), document.querySelector('[role=alert]')?.textContent]).toEqual([
    'Tell it ofSalesRefundsChoose one.',
    'Choose one.',
  ]);
  await click(fieldOf('Refunds'));
  await click(fieldOf('Sales'));
  expect(heard).toEqual([['sale', 'refund'], []]);
});
