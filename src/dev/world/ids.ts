import { createHash } from 'node:crypto';

type DemoKind =
  | 'user'
  | 'store'
  | 'shelf'
  | 'category'
  | 'product'
  | 'guild'
  | 'tier'
  | 'release'
  | 'bundle'
  | 'partner'
  | 'reward'
  | 'goal'
  | 'poll'
  | 'question'
  | 'post'
  | 'conversation'
  | 'message'
  | 'case'
  | 'order'
  | 'line'
  | 'review'
  | 'member'
  | 'group';

/** The id of a demo record: the same in every seeded database, so that links and tests hold. 15 characters, a to z and 0 to 9. */
export function demoId(kind: DemoKind, name: string): string {
  const digest = createHash('sha256').update(`${kind}:${name}`).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(0, 15);
}
