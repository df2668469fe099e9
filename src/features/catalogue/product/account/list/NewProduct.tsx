import { actions } from 'astro:actions';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { PRODUCT_LIMITS } from '../../../../../domain/catalogue/product-editing.ts';
import { paths } from '../../../../../paths.ts';
import { Field, Form } from '../../../../../ui/Form.tsx';
import { useMutation } from '../../../../../ui/useMutation.ts';

/** Dialog that creates a draft from a name and opens its editor. Open while mounted. */
export function NewProduct({ onClose }: { onClose: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState('');
  const [, navigate] = useLocation();
  const { busy, fieldError, mutate } = useMutation();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const create = () =>
    void mutate(
      () => actions.products.create({ name }),
      null,
      (made) => navigate(`~${paths.sellerProduct(made.id)}`),
    );
  return (
    <dialog
      ref={dialog}
      className="popup m-auto w-[calc(100%-2rem)] max-w-md p-6"
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 id={id} className="mb-3 text-xl">
        New product
      </h2>
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
      <button type="button" className="link mt-3 min-h-11" onClick={() => dialog.current?.close()}>
        Cancel
      </button>
    </dialog>
  );
}
