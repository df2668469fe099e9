import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import {
  SHELF_NAME_MAX,
  SHELVES_OF_PRODUCT_MAX,
  type ShelfDraft,
  shelfRefusals,
} from '../../../../domain/catalogue/shelf.ts';
import { SLUG_MAX, slugOf } from '../../../../domain/kernel/slug.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { ProductPicker } from '../../product/account/ProductPicker.tsx';
import { NoStore } from '../../store/account/NoStore.tsx';
import { $sellerStore } from '../../store/account/seller-store.store.ts';

type Shelf = ActionAnswer<typeof actions.shelves.one>['shelf'];

/** Creates or edits a shelf; its id is in the query string. */
export default function ShelfEditor() {
  const store = useStore($sellerStore);
  const id = new URLSearchParams(useSearch()).get('id') ?? undefined;
  if (!store) return <NoStore title="Category" />;
  return id === undefined ? (
    <NewShelf storeSlug={store.slug} />
  ) : (
    <ExistingShelf key={id} id={id} storeSlug={store.slug} />
  );
}

function NewShelf({ storeSlug }: { storeSlug: string }) {
  return (
    <>
      <Title>New category</Title>
      <Fields shelf={null} storeSlug={storeSlug} />
    </>
  );
}

function ExistingShelf({ id, storeSlug }: { id: string; storeSlug: string }) {
  const query = useQuery(() => actions.shelves.one({ id }));
  const { data } = query;
  return (
    <>
      <Title>{data?.shelf.name ?? 'Category'}</Title>
      <QueryState query={query} tall />
      {data && <Fields shelf={data.shelf} storeSlug={storeSlug} />}
    </>
  );
}

function Title({ children }: { children: string }) {
  return (
    <>
      <Link className="link inline-flex min-h-11 items-center" href={`~${paths.shelfList()}`}>
        All categories
      </Link>
      <PageTitle>{children}</PageTitle>
    </>
  );
}

const same = (a: ShelfDraft, b: ShelfDraft) =>
  a.name === b.name &&
  a.slug === b.slug &&
  [...a.productIds].sort().join() === [...b.productIds].sort().join();

function Fields({ shelf, storeSlug }: { shelf: Shelf | null; storeSlug: string }) {
  const [before] = useState<ShelfDraft>(() => ({
    name: shelf?.name ?? '',
    slug: shelf?.slug ?? '',
    productIds: shelf?.productIds ?? [],
  }));
  const [draft, setDraft] = useState(before);
  const [isSlugTyped, setSlugTyped] = useState(shelf !== null);
  const [isSaved, setSaved] = useState(false);
  const [, go] = useLocation();
  const { busy, fieldError, mutate } = useMutation();
  const set = (part: Partial<ShelfDraft>) => setDraft((known) => ({ ...known, ...part }));
  const refusals = shelfRefusals(draft);
  const save = () =>
    void mutate(
      () => (shelf ? actions.shelves.change({ id: shelf.id, ...draft }) : actions.shelves.add(draft)),
      shelf ? 'Saved.' : `${draft.name.trim()} was created.`,
      () => {
        setSaved(true);
        go(`~${paths.shelfList()}`);
      },
    );
  return (
    <div className="mt-6 max-w-2xl">
      <Form busy={busy} label={shelf ? 'Save' : 'Create category'} onSend={save}>
        <Section title="Name and address">
          <Field
            label="Name"
            name="name"
            value={draft.name}
            maxLength={SHELF_NAME_MAX}
            error={fieldError('name')}
            onChange={(name) => set(isSlugTyped ? { name } : { name, slug: slugOf(name) })}
          />
          <Field
            label="Address"
            name="slug"
            value={draft.slug}
            maxLength={SLUG_MAX}
            autoCapitalize="none"
            spellCheck={false}
            hint={
              shelf && draft.slug !== shelf.slug
                ? 'Links to the old address will show all your models.'
                : draft.slug === ''
                  ? 'The address of the category in your store.'
                  : `Visitors find it at ${paths.storeShelf(storeSlug, draft.slug)}`
            }
            error={fieldError('slug') ?? (isSlugTyped && draft.slug !== '' ? refusals.slug : undefined)}
            onChange={(slug) => {
              setSlugTyped(true);
              set({ slug: slug.toLowerCase() });
            }}
          />
        </Section>
        <Section title="Models" intro="A model can be in several categories. The newest is shown first.">
          <ProductPicker
            legend="Models in this category"
            chosen={draft.productIds}
            error={fieldError('productIds') ?? refusals.productIds}
            barred={({ id, shelfCount }) =>
              shelfCount >= SHELVES_OF_PRODUCT_MAX && !before.productIds.includes(id)
                ? `Already in ${SHELVES_OF_PRODUCT_MAX} categories`
                : null
            }
            onChange={(productIds) => set({ productIds })}
          />
        </Section>
      </Form>
      <Unsaved dirty={!isSaved && !same(draft, before)} />
    </div>
  );
}
