import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import { AddPeople } from './AddPeople.tsx';
import { Imports } from './Imports.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { useFigures } from './useFigures.ts';

/** Everybody a group delivers to: how many, how they came, and who they are. */
export function PeopleOfGroup({ group }: { group: AccessGroup }) {
  const { figures, again } = useFigures(group);
  return (
    <>
      <AddPeople group={group} onStarted={again} />
      {figures.imports.length > 0 && <Imports group={group} imports={figures.imports} onUndone={again} />}
      <PeopleSection group={group} figures={figures} onChange={again} />
    </>
  );
}
