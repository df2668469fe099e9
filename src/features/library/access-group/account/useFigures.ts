import { actions } from 'astro:actions';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';

export type Figures = ActionAnswer<typeof actions.groupPeople.figures>;

/** Between two looks, in ms: while something is being worked off, and otherwise. */
const BUSY_MS = 1000;
const CALM_MS = 10_000;

/**
 * How many have claimed and how far imports are, asked again and again while the page can be seen. A look that fails
 * leaves what is known; the next one comes by itself.
 */
export function useFigures(group: AccessGroup): { figures: Figures; again: () => void } {
  const [figures, setFigures] = useState<Figures>({ ...group, imports: [] });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = useCallback(async () => {
    clearTimeout(timer.current);
    const { data } = await actions.groupPeople
      .figures({ groupId: group.id })
      .catch(() => ({ data: undefined }));
    if (data) setFigures(data);
    const isBusy = data?.imports.some(({ state }) => state === 'running') ?? false;
    clearTimeout(timer.current);
    if (!document.hidden) timer.current = setTimeout(() => void look(), isBusy ? BUSY_MS : CALM_MS);
  }, [group.id]);
  useEffect(() => {
    const seen = () => {
      if (document.hidden) clearTimeout(timer.current);
      else void look();
    };
    void look();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [look]);
  return { figures, again: () => void look() };
}
