import { expect, it } from 'vitest';
import { QueueFull, semaphore } from '../../../src/domain/kernel/semaphore.ts';
import { decodeUpload, encodeForPage } from '../../../src/server/kernel/image-work.ts';

/** Work that lasts until it is ended. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

it('of sixteen pictures at once nine are taken, one at a time, and the others are refused', async () => {
  let running = 0;
  let most = 0;
  const first = held();
  const uploads = Array.from({ length: 16 }, () =>
    decodeUpload(async () => {
      running += 1;
      most = Math.max(most, running);
      await first.work();
      running -= 1;
    }),
  );
  const states = Promise.allSettled(uploads);
  first.end();
  const refused = (await states).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7);
  expect(refused.every((one) => one.status === 'rejected' && one.reason instanceof QueueFull)).toBe(true);
  expect(most).toBe(1);
});

it('a page gets its pictures while somebody uploads', async () => {
  const upload = held();
  const uploading = [decodeUpload(upload.work), decodeUpload(upload.work)];
  await expect(encodeForPage(async () => 'a picture')).resolves.toBe('a picture');
  upload.end();
  await Promise.all(uploading);
});

it('uploads and pages together decode two pictures at once', async () => {
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all([...Array(6)].flatMap(() => [decodeUpload(work), encodeForPage(work)]));
  expect(most).toBe(2);
});

it('a queue that was full takes work again, also after work that failed', async () => {
  const run = semaphore(1, 1);
  const first = held();
  const two = [run(first.work), run(async () => Promise.reject(new Error('broken')))];
  await expect(run(async () => 'third')).rejects.toThrow(QueueFull);
  first.end();
  await Promise.allSettled(two);
  await expect(run(async () => 'later')).resolves.toBe('later');
});
