import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ACCESS_GROUP_LIMITS } from '../../../../domain/library/access-group.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { AccessGroupSection } from './GroupSection.tsx';
import { PeopleOfGroup } from './PeopleOfGroup.tsx';
import { ProductsSection } from './ProductsSection.tsx';

export type GroupAnswer = ActionAnswer<typeof actions.accessGroups.one>;

/** Creates a new access group or manages the one whose id is in the URL. */
export default function AccessGroupPage() {
  const store = useStore($sellerStore);
  const id = new URLSearchParams(useSearch()).get('id');
  if (!store) return <NoStore title="Access group" />;
  return (
    <>
      <Link className="link inline-flex min-h-11 items-center" href={`~${paths.accessGroupList()}`}>
        All access groups
      </Link>
      {id === null ? <NewGroup /> : <ExistingGroup key={id} id={id} />}
    </>
  );
}

function NewGroup() {
  const [name, setName] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  const [, go] = useLocation();
  return (
    <>
      <PageTitle>New access group</PageTitle>
      <div className="mt-6 max-w-2xl">
        <Section title="Name" intro="You add models and people next. No mails are sent until you add people.">
          <Form
            busy={busy}
            label="Create group"
            onSend={() =>
              void mutate(
                () => actions.accessGroups.create({ name }),
                null,
                ({ id }) => go(`~${paths.sellerAccessGroup(id)}`, { replace: true }),
              )
            }
          >
            <Field
              label="Group name"
              name="name"
              value={name}
              maxLength={ACCESS_GROUP_LIMITS.name}
              hint="Shown in their mail, such as “The Mossback Campaign”."
              error={fieldError('name')}
              onChange={setName}
            />
          </Form>
        </Section>
      </div>
    </>
  );
}

function ExistingGroup({ id }: { id: string }) {
  const query = useQuery(() => actions.accessGroups.one({ groupId: id }));
  const { data, setData } = query;
  return (
    <>
      <PageTitle className="text-4xl wrap-break-word">{data?.group.name ?? 'Access group'}</PageTitle>
      <QueryState query={query} tall />
      {data && (
        <div className="mt-6 grid max-w-3xl grid-cols-1 gap-5">
          <ProductsSection answer={data} onChange={(products) => setData({ ...data, products })} />
          <PeopleOfGroup group={{ ...data.group, products: data.products.length }} />
          <AccessGroupSection group={data.group} onChange={(group) => setData({ ...data, group })} />
        </div>
      )}
    </>
  );
}
