import { actions } from 'astro:actions';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { PRODUCT_LIMITS } from '../../../../../domain/catalogue/product-editing.ts';
import { paths } from '../../../../../paths.ts';
import { Field, Form } from '../../../../../ui/Form.tsx';
import { useMutation } from '../../../../../ui/useMutation.ts';

/** Asks for a name only; everything else is said in the editor, where it leads. Open as long as it is drawn. */
export function NewProduct({ onClose }: { onClose: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState('');
  const [, navigate] = useLocation();
  const { busy, fieldError, mutate } = useMutation();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const begin = () =>
    void mutate(
      () => actions.products.create({ name }),
      null,
      (made) => navigate(`~${paths.sellerProduct(made.id)}`),
    );
  return (
    <dialog ref={dialog} className="popup m-auto w-full max-w-md p-6" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className="mb-3 text-xl">
        New product
      </h2>
      <Form busy={busy} label="Begin a draft" onSend={begin}>
        <Field
          label="Name"
          name="name"
          value={name}
          maxLength={PRODUCT_LIMITS.name}
          hint="It can be changed at any time. Nobody sees a draft but you."
          error={fieldError('name')}
          onChange={setName}
        />
      </Form>
      <button type="button" className="link mt-3 min-h-11" onClick={() => dialog.current?.close()}>
        Not now
      </button>
    </dialog>
  );
}
