import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { PRODUCT_LIMITS } from '../../../../../domain/catalogue/product-editing.ts';
import { paths } from '../../../../../paths.ts';
import { Field, Form, Section } from '../../../../../ui/Form.tsx';
import { useMutation } from '../../../../../ui/useMutation.ts';
import { NoStore } from '../../../store/account/NoStore.tsx';
import { $sellerStore } from '../../../store/account/seller-store.store.ts';
import { ProductEditorView } from './ProductEditorView.tsx';

/** Creates a product, or edits the one named by `?id=`. */
export default function ProductPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  if (!useStore($sellerStore)) return <NoStore title="Product" />;
  return (
    <>
      <Link href="/product-list" className="link inline-flex min-h-11 items-center">
        All products
      </Link>
      {id === null ? <NewProduct /> : <ProductEditorView key={id} id={id} />}
    </>
  );
}

function NewProduct() {
  const [name, setName] = useState('');
  const [, go] = useLocation();
  const { busy, mutate, fieldError } = useMutation();
  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        New product
      </h1>
      <div className="mt-6 max-w-2xl">
        <Section
          title="Name your product"
          intro="Everything else follows on the next page and is saved as you type."
        >
          <Form
            busy={busy}
            label="Create draft"
            onSend={() =>
              void mutate(
                () => actions.products.create({ name }),
                null,
                (made) => go(`~${paths.sellerProduct(made.id)}`, { replace: true }),
              )
            }
          >
            <Field
              label="Name"
              name="name"
              value={name}
              maxLength={PRODUCT_LIMITS.name}
              error={fieldError('name')}
              onChange={setName}
            />
          </Form>
        </Section>
      </div>
    </>
  );
}
