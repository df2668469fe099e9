import { actions } from 'astro:actions';
import { useSearch } from 'wouter';
import { DeskList } from '../../shell/account/DeskList.tsx';
import { deskDay, RowLink } from '../../shell/account/DeskTable.tsx';
import { PersonPage } from './PersonPage.tsx';
import { PersonState } from './PersonState.tsx';

/** Everybody with an account, and one person's page. */
export default function PeoplePage() {
  const id = new URLSearchParams(useSearch()).get('id');
  if (id !== null) return <PersonPage key={id} id={id} />;
  return (
    <DeskList
      page="people"
      title="People"
      finds="User name, e-mail address or id"
      none="Nobody is found by this. Names and addresses are found by how they begin."
      load={(text, after) => actions.deskPeople.list({ text, after })}
      columns={() => [
        {
          head: 'Person',
          cell: (person) => <RowLink href={`/operator/people?id=${person.id}`}>{person.username}</RowLink>,
        },
        { head: 'E-mail', cell: ({ email }) => email },
        { head: 'Store', cell: ({ storeName }) => storeName },
        { head: 'Joined', cell: ({ joinedAt }) => deskDay(joinedAt) },
        { head: 'State', cell: (person) => <PersonState person={person} /> },
      ]}
    />
  );
}
