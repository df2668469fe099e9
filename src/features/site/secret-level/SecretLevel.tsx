import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import {
  BALL_SIZE,
  FIELD,
  type Game,
  newGame,
  PADDLE,
  withPaddleAt,
} from '../../../domain/site/secret-level.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useTicks } from './useTicks.ts';

/** How far one press of an arrow key moves the paddle, in px of the field. */
const KEY_STEP = 24;

/** The hidden breakout-style game in a dialog. */
export function SecretLevel({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<SVGSVGElement>(null);
  const title = useId();
  const [game, setGame] = useState<Game>(newGame);
  // With reduced motion the game starts on request only.
  const [running, setRunning] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  useTicks(running && !game.over, setGame);

  useEffect(() => {
    if (!game.over) return;
    // Let the last frame be painted first; an alert blocks rendering.
    const timer = setTimeout(() => window.alert(`Game Over! Final Score: ${game.score}`), 50);
    return () => clearTimeout(timer);
  }, [game.over, game.score]);

  const onPointerMove = ({ clientX }: PointerEvent) => {
    const box = field.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const x = ((clientX - box.left) / box.width) * FIELD.width;
    setGame((before) => withPaddleAt(before, x));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setGame((before) => withPaddleAt(before, before.paddle + PADDLE.width / 2 + step));
  };

  const start = () => {
    setGame(newGame());
    setRunning(true);
  };

  return (
    <dialog
      ref={dialog}
      className="popup m-auto w-[min(528px,calc(100vw-1rem))] p-4 backdrop:bg-black/60 sm:p-6"
      aria-labelledby={title}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id={title} className="text-2xl">
          Secret Level
        </h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      <svg
        ref={field}
        className="mt-3 block w-full touch-none rounded-lg border border-line bg-paper-2"
        viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
        role="img"
        aria-label="A ball and a paddle. Move the paddle with the mouse, a finger, or the arrow keys."
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
      >
        <circle
          data-ball
          className="fill-brass"
          cx={game.ball.x + BALL_SIZE / 2}
          cy={game.ball.y + BALL_SIZE / 2}
          r={BALL_SIZE / 2}
        />
        <rect
          data-paddle
          className="fill-verdigris"
          x={game.paddle}
          y={PADDLE.top}
          width={PADDLE.width}
          height={PADDLE.height}
          rx={5}
        />
      </svg>
      <div className="mt-4 flex min-h-12 flex-wrap items-center justify-between gap-3">
        <p className="text-lg font-semibold tabular-nums" aria-live="off">
          Score: {game.score}
        </p>
        {game.over && (
          <button type="button" className="btn" onClick={start}>
            Restart Game
          </button>
        )}
        {!running && (
          <button type="button" className="btn" onClick={start}>
            Start Game
          </button>
        )}
      </div>
    </dialog>
  );
}
