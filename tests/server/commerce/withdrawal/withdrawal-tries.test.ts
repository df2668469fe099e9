import { expect, it } from 'vitest';
import { isSolution, readChallenge } from '../../../../src/domain/kernel/proof-of-work.ts';
import { openWithdrawalTries } from '../../../../src/server/commerce/withdrawal/withdrawal-tries.ts';
import { openAskedWork } from '../../../../src/server/kernel/asked-work.ts';
import { memoryLimits } from '../../../../src/server/kernel/rate-limits.ts';

const EMAIL = 'mira@guildhall.test';

it('withdrawing is closed to nobody by strangers, however many ask', async () => {
  const tries = openWithdrawalTries(
    true,
    openAskedWork('a secret', memoryLimits(), Date.now, () => 8),
  );
  for (let n = 0; n < 1000; n++)
    await tries.mayAsk(`2001:db8:${n.toString(16)}:1::`, 'x@guildhall.test', null);
  expect(await tries.mayAsk('203.0.113.7', EMAIL, null)).toBe(true);
});

it('whoever shares a network with them does a moment of work', async () => {
  const work = openAskedWork('a secret', memoryLimits(), Date.now, () => 8);
  const tries = openWithdrawalTries(true, work);
  const asked = [];
  for (let n = 0; n < 12; n++) asked.push(await tries.mayAsk('203.0.113.7', EMAIL, null));
  expect(asked.indexOf(false)).toBe(10);
  const text = await work.challenge('withdrawal', EMAIL);
  const challenge = readChallenge(text);
  let number = 0;
  while (challenge && !isSolution(challenge, number)) number += 1;
  expect(await tries.mayAsk('203.0.113.7', EMAIL, `${text}.${number}`)).toBe(true);
  expect(await tries.mayAsk('203.0.113.7', EMAIL, `${text}.${number}`)).toBe(false);
});
