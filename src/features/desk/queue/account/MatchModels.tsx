import { useEffect, useState } from 'react';
import type { MatchFile } from '../../../../domain/desk/match-file.ts';
import { type PreviewMesh, readPreview } from '../../../../mesh/preview-glb.ts';
import { paths } from '../../../../paths.ts';
import { Check } from '../../../../ui/Form.tsx';
import { PAINTS } from '../../../catalogue/product/account/studio/paints.ts';
import { StudioStage } from '../../../catalogue/product/account/studio/StudioStage.tsx';
import { FIRST_POSE, type Pose } from '../../../catalogue/product/model-view/pose.ts';

const BACKDROP = '#66707c';
const SIDES = ['older', 'newer'] as const;

/** Both models side by side. They turn together, unless that is switched off to bring a turned copy into the same view. */
export default function MatchModels({ match }: { match: MatchFile }) {
  const [poses, setPoses] = useState<Record<(typeof SIDES)[number], Pose>>({
    older: FIRST_POSE,
    newer: FIRST_POSE,
  });
  const [isTogether, setTogether] = useState(true);
  const move = (side: (typeof SIDES)[number], next: Pose) => {
    const turn = next.turn - poses[side].turn;
    setPoses((before) => ({
      older: followed(before.older, side === 'older', next, turn, isTogether),
      newer: followed(before.newer, side === 'newer', next, turn, isTogether),
    }));
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {SIDES.map((side) => (
          <Model
            key={side}
            address={paths.matchPreview(match.id, side)}
            name={`${match[side].product.name} by ${match[side].store.name}`}
            pose={poses[side]}
            onPose={(next) => move(side, next)}
          />
        ))}
      </div>
      <Check label="Turn both together" checked={isTogether} onChange={setTogether} />
    </div>
  );
}

/** The pose after one of the two was moved: its own, or with the same camera and turned by as much. */
function followed(pose: Pose, isMoved: boolean, next: Pose, turn: number, isTogether: boolean): Pose {
  if (isMoved) return next;
  return isTogether ? { ...next, turn: pose.turn + turn } : pose;
}

function Model({
  address,
  name,
  pose,
  onPose,
}: {
  address: string;
  name: string;
  pose: Pose;
  onPose: (pose: Pose) => void;
}) {
  const [mesh, setMesh] = useState<PreviewMesh | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    modelAt(address, left.signal).then(setMesh, () => {
      if (!left.signal.aborted) setProblem('This model cannot be shown.');
    });
    return () => left.abort();
  }, [address]);
  if (mesh && problem === null)
    return (
      <StudioStage
        mesh={mesh}
        name={name}
        pose={pose}
        shot={{ pose, paint: PAINTS.primer.paint, backdrop: BACKDROP }}
        onPose={onPose}
        onStudio={() => undefined}
        onTrouble={() => setProblem('This browser cannot draw models.')}
      />
    );
  return (
    <div className="grid aspect-square place-items-center rounded-xl bg-paper-2 p-4 text-center text-ink-2">
      <p role="status">{problem ?? 'Loading the model …'}</p>
    </div>
  );
}

/** @throws Error if the model cannot be fetched. */
async function modelAt(address: string, signal: AbortSignal): Promise<PreviewMesh> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`the model was answered ${answer.status}`);
  return readPreview(new Uint8Array(await answer.arrayBuffer()));
}
