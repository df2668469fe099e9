import { actions } from 'astro:actions';
import { useState } from 'react';
import { STORE_LIMITS, storeFrontRefusals } from '../../../../domain/catalogue/store.ts';
import { SLUG_MAX, slugOf } from '../../../../domain/kernel/slug.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $sellerStore } from './seller-store.store.ts';

/** The first step of selling: a name and an address. The store stays hidden until it is opened. */
export function OpenStore() {
  const [name, setName] = useState('');
  const [typedSlug, setTypedSlug] = useState<string | null>(null);
  const { busy, mutate, fieldError } = useMutation();
  const slug = typedSlug ?? slugOf(name);
  const refusals = storeFrontRefusals({ name, slug });

  return (
    <>
      <PageTitle>Create your store</PageTitle>
      <p className="mt-2 max-w-prose text-ink-2">
        It is free. Take your time to add models: the store stays hidden until you open it.
      </p>
      <div className="mt-6 max-w-2xl">
        <Section title="Name and address" intro="Both can be changed later.">
          <Form
            busy={busy}
            label="Create store"
            onSend={() =>
              void mutate(
                () => actions.stores.open({ name, slug }),
                'Your store is ready to set up.',
                (store) => $sellerStore.set(store),
              )
            }
          >
            <Field
              label="Store name"
              name="name"
              value={name}
              maxLength={STORE_LIMITS.name}
              autoComplete="organization"
              error={fieldError('name') ?? (name.trim().length < 2 ? undefined : refusals.name)}
              onChange={setName}
            />
            <Field
              label="Address"
              name="slug"
              value={slug}
              maxLength={SLUG_MAX}
              autoCapitalize="none"
              spellCheck={false}
              hint={
                slug === '' ? 'It follows from the name.' : `Visitors will find you at ${paths.store(slug)}`
              }
              error={fieldError('slug') ?? (typedSlug !== null && slug !== '' ? refusals.slug : undefined)}
              onChange={(typed) => setTypedSlug(typed.toLowerCase())}
            />
          </Form>
        </Section>
      </div>
    </>
  );
}
