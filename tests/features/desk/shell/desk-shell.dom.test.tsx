import { actions } from 'astro:actions';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { SECOND_FACTOR_TEXT } from '../../../../src/domain/identity/role.ts';
import DeskApp from '../../../../src/features/desk/shell/account/DeskApp.tsx';
import { DeskList } from '../../../../src/features/desk/shell/account/DeskList.tsx';
import { RowLink } from '../../../../src/features/desk/shell/account/DeskTable.tsx';
import { $queueCounts } from '../../../../src/features/desk/shell/account/queue-counts.store.ts';
import { SecondFactorDialog } from '../../../../src/features/desk/shell/account/SecondFactorDialog.tsx';
import {
  $deeds,
  $isOpen,
  confirmed,
} from '../../../../src/features/desk/shell/account/second-factor.store.ts';
import { $role } from '../../../../src/features/identity/session/role.store.ts';
import { answer, asked, forgetAnswers, refusal } from '../../actions-in-dom.ts';
import { button, click, field, isThere, leadsTo, leave, perform, show, type, words } from '../../page.tsx';

const ACCOUNT = '/account';
const at = (path: string) => history.replaceState(null, '', `${ACCOUNT}/operator${path}`);
const inAccount = (what: React.ReactNode) => show(<Router base={ACCOUNT}>{what}</Router>);
const CODE = 'Code of your authenticator app, or a recovery code';
const timesAsked = (action: string) => asked.filter(({ name }) => name === action).length;

beforeEach(async () => {
  await leave();
  forgetAnswers();
  $isOpen.set(false);
  $role.set(null);
  $queueCounts.set(null);
  at('/queue');
});
afterEach(async () => {
  await leave();
  vi.useRealTimers();
});

describe('the door of the desk', () => {
  const STATE = { isConfirmed: false, isSetUp: true, refusal: null, recoveryCodesLeft: 1 };

  it('asks for the second factor before it shows anything, and says what is left without the app', async () => {
    answer('deskFactor.state', () => STATE);
    $role.set('moderator');
    await inAccount(<DeskApp />);
    expect(words()).toContain('Without the app, enter a recovery code; one is left.');
    expect([isThere('a', 'Queue'), timesAsked('deskQueue.counts')]).toEqual([false, 0]);
    answer('deskFactor.confirm', () => refusal('BAD_REQUEST', 'This code is not right.'));
    await type(field(CODE), '000000');
    await click(button('Confirm'));
    expect([$isOpen.get(), isThere('a', 'Queue')]).toEqual([false, false]);
    answer('deskFactor.confirm', () => ({}));
    answer('deskQueue.counts', () => ({ counts: {} }));
    await click(button('Confirm'));
    expect(asked.filter(({ name }) => name === 'deskFactor.confirm').at(-1)?.input).toEqual({
      code: '000000',
    });
    expect($isOpen.get()).toBe(true);
  });

  it('says why somebody cannot set one up any more', async () => {
    answer('deskFactor.state', () => ({ ...STATE, isSetUp: false, refusal: 'The seven days are over.' }));
    await inAccount(<DeskApp />);
    expect(words(document.querySelector('main') as Element)).toBe('Second factorThe seven days are over.');
    expect(document.querySelector('form')).toBe(null);
  });

  it('stands open to who has entered it in this session', async () => {
    answer('deskFactor.state', () => ({ ...STATE, isConfirmed: true }));
    await inAccount(<DeskApp />);
    expect([$isOpen.get(), words()]).toEqual([true, 'There is nothing here.']);
  });
});

describe('the desk', () => {
  const open = async (path: string) => {
    at(path);
    $isOpen.set(true);
    await inAccount(<DeskApp />);
  };

  it('leads each role to its own pages, says which one is open, and how much waits', async () => {
    answer('deskQueue.counts', () => ({ counts: { report: 4, claim: 3 } }));
    $role.set('moderator');
    await open('/queue');
    const pages = [...document.querySelectorAll('nav[aria-label="Operator desk"] a')];
    expect(pages.map(words)).toContain('Queue7 waiting');
    expect(pages.find((page) => page.getAttribute('aria-current') === 'page')?.getAttribute('href')).toBe(
      `${ACCOUNT}/operator/queue`,
    );
    expect(leadsTo('People')).toBe(`${ACCOUNT}/operator/people`);
    const ofModerator = pages.length;
    $role.set('operator');
    await open('/queue');
    expect(document.querySelectorAll('nav[aria-label="Operator desk"] a').length).toBeGreaterThan(
      ofModerator,
    );
  });

  it('shows no page to somebody without a role', async () => {
    await open('/queue');
    expect(words()).toBe('There is nothing here.');
  });

  it('closes when the twelve hours of the second factor are over', async () => {
    answer('deskQueue.counts', () => refusal('FORBIDDEN', SECOND_FACTOR_TEXT));
    answer('deskFactor.state', () => ({
      isConfirmed: false,
      isSetUp: true,
      refusal: null,
      recoveryCodesLeft: 0,
    }));
    $role.set('operator');
    await open('/queue');
    expect([$isOpen.get(), isThere('a', 'Queue')]).toEqual([false, false]);
  });
});

describe('a deed whose second factor is over', () => {
  const deed = () => confirmed(() => actions.deskStores.suspend({} as never) as never);
  beforeEach(async () => {
    answer('deskStores.suspend', () => refusal('FORBIDDEN', SECOND_FACTOR_TEXT));
    await show(<SecondFactorDialog />);
  });

  it('waits for it and is done once', async () => {
    const before = $deeds.get();
    let done: unknown;
    await perform(() => void deed().then((result) => (done = result)));
    expect(words()).toContain('Enter your second factor again');
    answer('deskFactor.confirm', () => ({}));
    answer('deskStores.suspend', () => ({ isSuspended: true }));
    await type(field(CODE), '123456');
    await click(button('Confirm'));
    expect(done).toEqual({ data: { isSuspended: true }, error: undefined });
    expect([timesAsked('deskStores.suspend'), $deeds.get() - before]).toEqual([2, 1]);
    expect(document.querySelector('dialog')).toBe(null);
  });

  it('is not done where the dialog is closed', async () => {
    const before = $deeds.get();
    let done: { error?: { code: string } } = {};
    await perform(() => void deed().then((result) => (done = result as never)));
    await click(button('Cancel'));
    expect([done.error?.code, timesAsked('deskStores.suspend'), $deeds.get() - before]).toEqual([
      'FORBIDDEN',
      1,
      0,
    ]);
    expect(document.querySelector('dialog')).toBe(null);
  });
});

describe('a list of the desk', () => {
  const rows = (...names: string[]) => names.map((name) => ({ id: name, name }));
  const load = vi.fn();
  const list = () =>
    inAccount(
      <DeskList
        page="people"
        title="People"
        finds="Name, e-mail or id"
        none="Nobody."
        load={load}
        columns={() => [
          {
            head: 'Name',
            cell: ({ id, name }: { id: string; name: string }) => (
              <RowLink href={`/operator/people?id=${id}`}>{name}</RowLink>
            ),
          },
        ]}
      />,
    );
  beforeEach(() => {
    load.mockReset();
    at('/people');
  });

  it('goes on page by page, and leads to each row', async () => {
    load.mockResolvedValueOnce({ data: { rows: rows('ann', 'bob'), next: 'after-bob' } });
    await list();
    expect(leadsTo('ann')).toBe(`${ACCOUNT}/operator/people?id=ann`);
    load.mockResolvedValueOnce({ data: { rows: rows('cyd'), next: null } });
    await click(button('Show more'));
    expect(load.mock.calls).toEqual([
      ['', null],
      ['', 'after-bob'],
    ]);
    expect(document.querySelectorAll('tbody tr')).toHaveLength(3);
    expect(isThere('button', 'Show more')).toBe(false);
  });

  it('searches for what is typed, in its address too, and shows all again from an empty result', async () => {
    load.mockResolvedValue({ data: { rows: [], next: null } });
    vi.useFakeTimers();
    await list();
    expect([words().includes('Nobody.'), isThere('button', 'Show all')]).toEqual([true, false]);
    await type(field('Name, e-mail or id'), ' wren & co ');
    await perform(() => vi.advanceTimersByTimeAsync(300));
    expect(load).toHaveBeenLastCalledWith('wren & co', null);
    expect(location.pathname + location.search).toBe('/account/operator/people?q=wren%20%26%20co');
    await click(button('Show all'));
    await perform(() => vi.advanceTimersByTimeAsync(300));
    expect([location.search, field('Name, e-mail or id').value]).toEqual(['', '']);
    expect(load).toHaveBeenLastCalledWith('', null);
  });

  it.each([
    [
      'the reason of the server',
      () => Promise.resolve(refusal('FORBIDDEN', 'Not for your role.')),
      'Not for your role.',
    ],
    [
      'that there is no connection',
      () => Promise.reject(new TypeError('offline')),
      'There is no connection.',
    ],
  ])('says %s, and tries again when asked', async (_, reply, sentence) => {
    load.mockImplementationOnce(reply);
    await list();
    expect(words()).toContain(sentence);
    load.mockResolvedValueOnce({ data: { rows: rows('ann'), next: null } });
    await click(button('Try again'));
    expect([words().includes(sentence), isThere('a', 'ann')]).toEqual([false, true]);
  });

  it('drops the answer to an earlier search', async () => {
    vi.useFakeTimers();
    let late = (_: unknown) => {};
    load.mockImplementationOnce(() => new Promise((resolve) => (late = resolve)));
    await list();
    load.mockResolvedValueOnce({ data: { rows: rows('wren'), next: null } });
    await type(field('Name, e-mail or id'), 'wren');
    await perform(() => vi.advanceTimersByTimeAsync(300));
    await perform(() => late({ data: { rows: rows('ann'), next: null } }));
    expect([isThere('a', 'wren'), isThere('a', 'ann')]).toEqual([true, false]);
  });
});
