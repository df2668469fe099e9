import { useState } from 'react';
import type { Conversation } from '../../../../domain/messaging/conversation.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { blockOther, leaveConversation, unblockOther } from './conversation-requests.ts';
import { DropMenu, MenuItem } from './DropMenu.tsx';

/** What one can do about a conversation as a whole; each deed is asked about once more. */
export function ConversationMenu({ head, onChanged }: { head: Conversation; onChanged: () => void }) {
  const [asks, setAsks] = useState<'block' | 'unblock' | 'leave' | null>(null);
  const { busy, mutate } = useMutation();
  const { name } = head.other;
  const ask = (deed: typeof asks, close: () => void) => () => {
    close();
    setAsks(deed);
  };
  const run = (act: (id: string) => Promise<ActionResult<unknown>>, said: string) =>
    void mutate(
      () => act(head.id),
      said,
      () => {
        setAsks(null);
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
      {asks === 'block' && (
        <Confirm
          title={`Block ${name}?`}
          yes="Block"
          no="Not now"
          busy={busy}
          onYes={() => run(blockOther, `${name} is blocked.`)}
          onNo={() => setAsks(null)}
        >
          <p>Neither of you can write in this conversation until you unblock. What was said stays.</p>
        </Confirm>
      )}
      {asks === 'unblock' && (
        <Confirm
          title={`Unblock ${name}?`}
          yes="Unblock"
          no="Not now"
          busy={busy}
          onYes={() => run(unblockOther, `${name} can write to you again.`)}
          onNo={() => setAsks(null)}
        >
          <p>Messages are possible again in both directions.</p>
        </Confirm>
      )}
      {asks === 'leave' && (
        <Confirm
          title="Leave this conversation?"
          yes="Leave"
          no="Not now"
          busy={busy}
          onYes={() => run(leaveConversation, 'You have left the conversation.')}
          onNo={() => setAsks(null)}
        >
          <p>{name} keeps what was said and cannot write here any more. You come back by writing yourself.</p>
        </Confirm>
      )}
    </>
  );
}
