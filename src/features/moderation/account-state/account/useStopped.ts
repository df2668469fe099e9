import { useStore } from '@nanostores/react';
import { standingRefusal } from '../../../../domain/moderation/standing.ts';
import { $user } from '../../../identity/session/user.store.ts';

/** Why the person here may publish and write nothing new, in a sentence, or null. */
export function useStopped(): string | null {
  const user = useStore($user, { ssr: 'initial' });
  return standingRefusal(user?.strikes ?? 0);
}
