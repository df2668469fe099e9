import { useState } from 'react';
import type { Store } from '../../../../domain/catalogue/store.ts';
import { Section } from '../../../../ui/Form.tsx';
import { BackdropChoice } from './BackdropChoice.tsx';
import { useStoreChange } from './useStoreChange.ts';

/** The background of the pictures that are made from the store's models. */
export function BackdropSection({ store }: { store: Store }) {
  const { busy, change, fieldError } = useStoreChange();
  const [backdrop, setBackdrop] = useState(store.backdrop);
  const problem = fieldError('backdrop');
  return (
    <Section
      title="Backdrop"
      intro="The studio begins every picture and turntable of your models with this background, whoever of your store makes it."
    >
      <BackdropChoice
        legend="Background of pictures"
        chosen={backdrop}
        none="Same as last time"
        onChoose={setBackdrop}
      />
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <button
        type="button"
        className="btn btn-small justify-self-start"
        disabled={busy || backdrop === store.backdrop}
        onClick={() => change({ backdrop }, 'Backdrop saved.')}
      >
        Save backdrop
      </button>
    </Section>
  );
}
