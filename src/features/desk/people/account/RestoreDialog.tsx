import { actions } from 'astro:actions';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';
import { ReasonDialog } from '../../shell/account/ReasonDialog.tsx';

/** Restores a way into the account of somebody else who has a role. */
export function RestoreDialog({
  personId,
  name,
  what,
  onClose,
}: {
  personId: string;
  name: string;
  what: 'password' | 'factor';
  onClose: () => void;
}) {
  const isFactor = what === 'factor';
  return (
    <ReasonDialog
      title={isFactor ? `Remove the second factor of ${name}?` : `Let ${name} set a new password?`}
      yes={isFactor ? 'Remove' : 'Allow'}
      done={isFactor ? 'Removed. They are mailed.' : 'Allowed. They are mailed.'}
      action={(reason) => withStepUp(() => actions.deskPeople.restoreAccess({ personId, what, reason }))}
      onDone={() => undefined}
      onClose={onClose}
    >
      <p>
        {isFactor
          ? 'Their authenticator app and recovery codes stop working, and they set up a new app within seven days, with a code that is mailed to them.'
          : 'For people with a role a mail alone is not enough for a new password. You allow it once, within a day.'}{' '}
        Make sure by voice or in person that it is {name} who asks.
      </p>
    </ReasonDialog>
  );
}
