import { actions } from 'astro:actions';
import { useState } from 'react';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';
import { $isOpen, confirmed } from './second-factor.store.ts';

/** Replaces one's own second factor: for a new phone, or for new recovery codes. */
export function RenewFactor() {
  const [isAsked, setAsked] = useState(false);
  const { busy, mutate } = useMutation();
  const remove = () =>
    mutate(
      () => withStepUp(() => confirmed(() => actions.deskFactor.remove())),
      null,
      () => $isOpen.set(false),
    );
  return (
    <p className="mt-10 text-sm">
      <button type="button" className="link min-h-11" onClick={() => setAsked(true)}>
        Set up another authenticator app …
      </button>
      {isAsked && (
        <Confirm
          title="Set up another authenticator app?"
          yes="Remove the present one"
          no="Keep it"
          busy={busy}
          onYes={() => void remove()}
          onNo={() => setAsked(false)}
        >
          <p>
            The app that you use now and its recovery codes stop working. You set up a new one at once, with a
            code that we mail you, and get ten new recovery codes.
          </p>
        </Confirm>
      )}
    </p>
  );
}
