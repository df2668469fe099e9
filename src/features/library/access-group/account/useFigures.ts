import { actions } from 'astro:actions';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';

export type Figures = ActionAnswer<typeof actions.groupPeople.figures>;

/** Poll intervals in ms: while an import is running, and otherwise. */
const BUSY_MS = 1000;
const IDLE_MS = 10_000;

/**
 * Polls a group's counts and imports while the page is visible. A failed request keeps the last figures; the next poll
 * retries.
 */
export function useFigures(group: AccessGroup): { figures: Figures; refetch: () => void } {
  const [figures, setFigures] = useState<Figures>({ ...group, imports: [] });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const poll = useCallback(async () => {
    clearTimeout(timer.current);
    const { data } = await actions.groupPeople
      .figures({ groupId: group.id })
      .catch(() => ({ data: undefined }));
    if (data) setFigures(data);
    const isBusy = data?.imports.some(({ state }) => state === 'running') ?? false;
    clearTimeout(timer.current);
    if (!document.hidden) timer.current = setTimeout(() => void poll(), isBusy ? BUSY_MS : IDLE_MS);
  }, [group.id]);
  useEffect(() => {
    const onVisibility = () => {
      if (document.hidden) clearTimeout(timer.current);
      else void poll();
    };
    void poll();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [poll]);
  return { figures, refetch: () => void poll() };
}
