import { useStore } from '@nanostores/react';
import { strikeRefusal } from '../../../../domain/moderation/strikes.ts';
import { $user } from '../../../identity/session/user.store.ts';

/** Why the user may not publish or post anything new, in a sentence, or null. */
export function useStrikeRefusal(): string | null {
  const user = useStore($user, { ssr: 'initial' });
  return strikeRefusal(user?.strikes ?? 0);
}
