import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { type SignedInUser, signedInCrowd } from '../../crowd.ts';
import type { DevStack } from '../../stack.ts';
import { act } from '../storm/site.ts';
import type { FigureRow } from './row.ts';

/** People who write to a store all the time. */
export interface Talks {
  talkWhile(isOn: () => boolean): Promise<void>;
  row(): Promise<FigureRow>;
}

const WRITERS = 4;
const EVERY_MS = 2_000;
const TOKEN_SECONDS = 6 * 3600;

export async function openTalks(stack: DevStack, pb: PocketBase, storeId: string): Promise<Talks> {
  const writers = await signedInCrowd(pb, 'writer', WRITERS, TOKEN_SECONDS);
  const sent: string[] = [];
  const refused: string[] = [];

  async function talk(writer: SignedInUser, isOn: () => boolean): Promise<void> {
    const started = await act(stack, writer, 'conversations.start', { storeId });
    if (started.kind === 'refused') return void refused.push(started.sentence);
    const { id } = started.value as { id: string };
    while (isOn()) {
      const key = randomUUID();
      const text = `Message ${key} about the golem of ${writer.username}.`;
      // Sent again with its key where the answer was lost.
      const answer = await act(stack, writer, 'conversations.send', { id, key, text });
      if (answer.kind === 'done') sent.push(key);
      else refused.push(answer.sentence);
      await pause(EVERY_MS);
    }
  }

  return {
    async talkWhile(isOn) {
      await Promise.all(writers.map((writer) => talk(writer, isOn)));
    },
    async row() {
      const rows = await pb
        .collection('messages')
        .getFullList({ batch: 1000, filter: pb.filter('conversation.store = {:storeId}', { storeId }) });
      const keys = rows.map((row) => String(row['messageKey'])).filter((key) => key !== '');
      const lost = sent.filter((key) => !keys.includes(key)).length;
      const twice = keys.length - new Set(keys).size;
      const places = new Set(rows.map((row) => `${row['conversation']}:${row['number']}`)).size;
      return {
        what: `${sent.length} messages`,
        goal: 'once each',
        is: `${lost} lost, ${twice} twice, ${rows.length - places} in one place, ${refused.length} refused ${refused[0] ?? ''}`,
        isHeld:
          sent.length > 0 && lost === 0 && twice === 0 && places === rows.length && refused.length === 0,
      };
    },
  };
}
