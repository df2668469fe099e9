import { actions } from 'astro:actions';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { PRODUCT_LIMITS } from '../../../../../domain/catalogue/product-editing.ts';
import { paths } from '../../../../../paths.ts';
import { Dialog } from '../../../../../ui/account/Dialog.tsx';
import { Field, Form } from '../../../../../ui/Form.tsx';
import { useMutation } from '../../../../../ui/useMutation.ts';

/** Dialog that creates a draft from a name and opens its editor. Open while mounted. */
export function NewProduct({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [, navigate] = useLocation();
  const { busy, fieldError, mutate } = useMutation();
  const create = () =>
    void mutate(
      () => actions.products.create({ name }),
      null,
      (made) => navigate(`~${paths.sellerProduct(made.id)}`),
    );
  return (
    <Dialog title="New product" onClose={onClose}>
      {(close) => (
        <>
          <div className="mt-4">
            <Form busy={busy} label="Create draft" onSend={create}>
              <Field
                label="Name"
                name="name"
                value={name}
                maxLength={PRODUCT_LIMITS.name}
                hint="You can change it at any time. Only you see drafts."
                error={fieldError('name')}
                onChange={setName}
              />
            </Form>
          </div>
          <button type="button" className="link mt-3 min-h-11" onClick={close}>
            Cancel
          </button>
        </>
      )}
    </Dialog>
  );
}
