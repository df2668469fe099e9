import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import { AddPeople } from './AddPeople.tsx';
import { Imports } from './Imports.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { useFigures } from './useFigures.ts';

/** The people of a group: adding, imports and the list. */
export function PeopleOfGroup({ group }: { group: AccessGroup }) {
  const { figures, refetch } = useFigures(group);
  return (
    <>
      <AddPeople group={group} onStarted={refetch} />
      {figures.imports.length > 0 && <Imports group={group} imports={figures.imports} onUndone={refetch} />}
      <PeopleSection group={group} figures={figures} onChange={refetch} />
    </>
  );
}
