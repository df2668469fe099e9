import { type Dispatch, type SetStateAction, useEffect } from 'react';
import { afterTick, type Game, TICK_MS } from '../../../domain/site/secret-level.ts';

/** After a pause, such as a hidden tab, no more than this many ticks are caught up at once. */
const MOST_TICKS = 6;

/** Moves the game on while it runs, by as many ticks as have passed since the last picture. */
export function useTicks(running: boolean, setGame: Dispatch<SetStateAction<Game>>): void {
  useEffect(() => {
    if (!running) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      const ticks = Math.floor((now - last) / TICK_MS);
      if (ticks > 0) {
        last = ticks > MOST_TICKS ? now : last + ticks * TICK_MS;
        setGame((game) => {
          let next = game;
          for (let tick = 0; tick < Math.min(ticks, MOST_TICKS); tick++) next = afterTick(next);
          return next;
        });
      }
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [running, setGame]);
}
