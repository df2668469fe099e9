import { type Dispatch, type SetStateAction, useEffect } from 'react';
import { afterTick, type Game, TICK_MS } from '../../../domain/site/secret-level.ts';

/** The most ticks to catch up after a pause, such as a hidden tab. */
const MAX_TICKS = 6;

/** Advances the running game by the ticks that have passed since the last frame. */
export function useTicks(running: boolean, setGame: Dispatch<SetStateAction<Game>>): void {
  useEffect(() => {
    if (!running) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      const ticks = Math.floor((now - last) / TICK_MS);
      if (ticks > 0) {
        last = ticks > MAX_TICKS ? now : last + ticks * TICK_MS;
        setGame((game) => {
          let next = game;
          for (let tick = 0; tick < Math.min(ticks, MAX_TICKS); tick++) next = afterTick(next);
          return next;
        });
      }
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [running, setGame]);
}
