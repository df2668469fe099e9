import { useEffect, useRef, useState } from 'react';
import type { PreviewMesh } from '../../../../../mesh/preview-glb.ts';
import { Icon } from '../../../../../ui/Icon.tsx';
import type { IconName } from '../../../../../ui/icons.ts';
import { followPointers } from '../../model-view/pointers.ts';
import { byKey, FIRST_POSE, type Pose, sideSeen } from '../../model-view/pose.ts';
import { openStudio, type Shot, type Studio } from './studio.ts';

/** Toolbar buttons, each with the key that does the same. */
const BUTTONS: [key: string, label: string, icon: IconName][] = [
  ['ArrowLeft', 'Turn left', 'left'],
  ['ArrowRight', 'Turn right', 'right'],
  ['ArrowUp', 'Raise the camera', 'up'],
  ['ArrowDown', 'Lower the camera', 'down'],
  ['-', 'Zoom out', 'minus'],
  ['+', 'Zoom in', 'plus'],
  ['0', 'Reset the view', 'again'],
];

/** The model as the picture will show it; turned by drag, arrow keys or buttons. */
export function StudioStage({
  mesh,
  name,
  pose,
  shot,
  onPose,
  onStudio,
  onTrouble,
}: {
  mesh: PreviewMesh;
  name: string;
  pose: Pose;
  shot: Shot;
  onPose: (pose: Pose) => void;
  onStudio: (studio: Studio | null) => void;
  onTrouble: () => void;
}) {
  const surface = useRef<HTMLDivElement>(null);
  const latest = useRef({ pose, onPose, onStudio, onTrouble });
  latest.current = { pose, onPose, onStudio, onTrouble };
  const [studio, setStudio] = useState<Studio | null>(null);

  useEffect(() => {
    const stage = surface.current;
    if (!stage) return;
    // A new canvas each time: a canvas with a lost context cannot draw again.
    const canvas = document.createElement('canvas');
    canvas.className = 'block size-full rounded-xl';
    canvas.setAttribute('aria-hidden', 'true');
    stage.append(canvas);
    let opened: Studio;
    try {
      opened = openStudio(canvas, mesh);
    } catch {
      canvas.remove();
      latest.current.onTrouble();
      return;
    }
    const measure = () => opened.resize(Math.min(1400, stage.clientWidth * devicePixelRatio));
    const watcher = new ResizeObserver(measure);
    watcher.observe(stage);
    measure();
    const pointers = followPointers(
      stage,
      () => latest.current.pose,
      (next) => {
        latest.current.pose = next;
        latest.current.onPose(next);
      },
    );
    setStudio(opened);
    latest.current.onStudio(opened);
    return () => {
      latest.current.onStudio(null);
      watcher.disconnect();
      pointers.abort();
      opened.dispose();
      canvas.remove();
    };
  }, [mesh]);

  const { backdrop, paint } = shot;
  const { colour, finish } = paint;
  useEffect(() => {
    studio?.show({ pose, paint: { colour, finish }, backdrop });
  }, [studio, pose, colour, finish, backdrop]);

  const press = (key: string, shift = false): boolean => {
    const next = byKey(latest.current.pose, key, shift);
    if (next) onPose(next);
    return next !== null;
  };
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      <div
        ref={surface}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is turned by keys
        tabIndex={0}
        role="application"
        aria-roledescription="3D model"
        aria-label={`${name}, seen ${sideSeen(pose)}`}
        className="aspect-square w-full cursor-grab touch-none rounded-xl bg-paper-2 active:cursor-grabbing"
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (press(event.key, event.shiftKey)) event.preventDefault();
        }}
      />
      <div role="toolbar" aria-label="View" className="flex justify-center">
        {BUTTONS.map(([key, label, icon]) => (
          <button
            key={key}
            type="button"
            // Two stages beside each other have a few px too little for all; the last one stood alone below.
            className="icon-btn min-w-7 shrink"
            aria-label={label}
            title={label}
            onClick={() => (key === '0' ? onPose(FIRST_POSE) : press(key))}
          >
            <Icon name={icon} />
          </button>
        ))}
      </div>
    </div>
  );
}
