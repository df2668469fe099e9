import { useState } from 'react';
import type { Conversation } from '../../../../domain/messaging/conversation.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { blockOther, leaveConversation, unblockOther } from './conversation-requests.ts';
import { DropMenu, MenuItem } from './DropMenu.tsx';

/** Actions on a whole conversation: block, unblock, leave. Each needs a confirmation. */
export function ConversationMenu({ head, onChanged }: { head: Conversation; onChanged: () => void }) {
  const [dialog, setDialog] = useState<'block' | 'unblock' | 'leave' | null>(null);
  const { busy, mutate } = useMutation();
  const { name } = head.other;
  const ask = (action: typeof dialog, close: () => void) => () => {
    close();
    setDialog(action);
  };
  const run = (act: (id: string) => Promise<ActionResult<unknown>>, message: string) =>
    void mutate(
      () => act(head.id),
      message,
      () => {
        setDialog(null);
        onChanged();
      },
    );
  return (
    <>
      <DropMenu label="More about this conversation" icon={<Icon name="more" />} side="below-end">
        {(close) => (
          <>
            {head.blocked ? (
              <MenuItem icon={<Icon name="ban" />} onClick={ask('unblock', close)}>
                Unblock
              </MenuItem>
            ) : (
              <MenuItem icon={<Icon name="ban" />} onClick={ask('block', close)}>
                Block
              </MenuItem>
            )}
            {!head.left && (
              <MenuItem icon={<Icon name="logout" />} onClick={ask('leave', close)}>
                Leave
              </MenuItem>
            )}
          </>
        )}
      </DropMenu>
      {dialog === 'block' && (
        <Confirm
          title={`Block ${name}?`}
          yes="Block"
          no="Not now"
          busy={busy}
          onYes={() => run(blockOther, `${name} is blocked.`)}
          onNo={() => setDialog(null)}
        >
          <p>Neither of you can write in this conversation until you unblock. Existing messages stay.</p>
        </Confirm>
      )}
      {dialog === 'unblock' && (
        <Confirm
          title={`Unblock ${name}?`}
          yes="Unblock"
          isHarmless
          no="Not now"
          busy={busy}
          onYes={() => run(unblockOther, `${name} can write to you again.`)}
          onNo={() => setDialog(null)}
        >
          <p>You can both write again.</p>
        </Confirm>
      )}
      {dialog === 'leave' && (
        <Confirm
          title="Leave this conversation?"
          yes="Leave"
          no="Not now"
          busy={busy}
          onYes={() => run(leaveConversation, 'You have left the conversation.')}
          onNo={() => setDialog(null)}
        >
          <p>{name} keeps the messages and cannot write here any more. Write again to come back.</p>
        </Confirm>
      )}
    </>
  );
}
