import { actions } from 'astro:actions';
import { useState } from 'react';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

interface Props {
  orderId: string;
  /** The address or the name of the account that the gift is for. */
  to: string;
  isToAccount: boolean;
  /** Told the address that the gift goes to from now on. */
  onSent: (to: string) => void;
}

/** Under a gift of a membership on a receipt: mails its link once more, also to another address. */
export function MembershipGiftAgain({ orderId, to, isToAccount, onSent }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState(to);
  const { busy, fieldError, mutate } = useMutation();
  const send = () =>
    void mutate(
      () => actions.gifts.sendMembershipAgain({ orderId, email: isToAccount ? null : email }),
      'Done.',
      () => {
        setOpen(false);
        onSent(isToAccount ? to : email.trim());
      },
    );
  return (
    <div className="print:hidden">
      <button type="button" className="link min-h-11" onClick={() => setOpen(true)}>
        {isToAccount ? 'Send the link again' : 'Send it again, or to another address'}
      </button>
      {isOpen && (
        <Confirm
          title="Send the link again"
          yes="Send it"
          isHarmless
          no="Not now"
          busy={busy}
          onYes={send}
          onNo={() => setOpen(false)}
        >
          <p>
            The link of an earlier mail then no longer works. Before the day of delivery nothing is mailed
            yet.
          </p>
          {!isToAccount && (
            <Field
              label="E-mail address"
              name="email"
              type="email"
              value={email}
              error={fieldError('email')}
              onChange={setEmail}
            />
          )}
        </Confirm>
      )}
    </div>
  );
}
