import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import {
  type Broadcast,
  broadcastTextRefusal,
  leftOutText,
  reachText,
} from '../../../../domain/messaging/broadcast.ts';
import { MESSAGE_MAX } from '../../../../domain/messaging/message.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Form, Section, TextArea } from '../../../../ui/Form.tsx';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { type MemberFilter, memberFilter } from '../../../guild/member/account/useMembers.ts';
import { useReach } from './useReach.ts';

/** Writes one text to the members that are shown, each in a conversation of his own. */
export function BroadcastForm({
  asked,
  onSent,
}: {
  asked: MemberFilter;
  onSent: (letter: Broadcast) => void;
}) {
  const { reach, isKnown, again } = useReach(asked);
  const [text, setText] = useState('');
  const [is, setIs] = useState<'closed' | 'writing' | 'asking'>('closed');
  // The same letter as long as it was not answered: sent twice it leaves once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [problem, setProblem] = useState<string>();
  const { busy, fieldError, mutate } = useMutation();
  // Whoever closes what he wrote in goes on from the button that opened it.
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (is === 'closed' && wasOpen.current) opener.current?.focus();
    wasOpen.current = is !== 'closed';
  }, [is]);
  const refusal = reach?.refusal ?? null;
  const people = reach?.people ?? 0;
  const those = people === 1 ? 'this member' : `these ${people.toLocaleString('en')} members`;
  if (is === 'closed')
    return (
      <div>
        <button
          type="button"
          className="btn btn-quiet"
          ref={opener}
          disabled={reach === null || refusal !== null}
          aria-describedby={refusal ? 'letter-refusal' : undefined}
          onClick={() => setIs('writing')}
        >
          Write to {reach === null || people === 0 ? 'these members' : those}
        </button>
        {refusal && people + (reach?.shut ?? 0) + (reach?.banned ?? 0) > 0 && (
          <p className="hint" id="letter-refusal">
            {refusal}
          </p>
        )}
      </div>
    );
  const leave = () =>
    void mutate(
      () => actions.guildLetters.write({ filter: memberFilter(asked), key, text }),
      'It is on its way.',
      ({ letter }) => {
        onSent(letter);
        setText('');
        setKey(crypto.randomUUID());
        setIs('closed');
        again();
      },
    ).then(() => setIs((now) => (now === 'asking' ? 'writing' : now)));
  const whom = [reachText(people), reach ? leftOutText(reach) : ''].filter(Boolean).join(' ');
  return (
    <Section title={`Write to ${those}`} intro={refusal ?? whom}>
      <Unsaved dirty={text.trim() !== ''} />
      <Form
        busy={busy}
        label="Go on"
        disabled={!isKnown || refusal !== null}
        onSend={() => {
          const wrong = broadcastTextRefusal(text);
          setProblem(wrong ?? undefined);
          if (!wrong) setIs('asking');
        }}
      >
        <TextArea
          label="Your message"
          name="text"
          value={text}
          autoFocus
          hint={`Plain text. They read it as a message from your store and can answer. At most ${MESSAGE_MAX.toLocaleString('en')} characters.`}
          error={problem ?? fieldError('text')}
          onChange={(typed) => {
            setText(typed);
            setProblem(undefined);
          }}
        />
      </Form>
      <div className="-mt-3">
        <button type="button" className="link min-h-11" onClick={() => setIs('closed')}>
          Not now
        </button>
      </div>
      {is === 'asking' && (
        <Confirm
          title={people === 1 ? 'Write to 1 member?' : `Write to ${people.toLocaleString('en')} members?`}
          yes="Send it"
          no="Not yet"
          busy={busy}
          onYes={leave}
          onNo={() => setIs('writing')}
        >
          <p>{whom}</p>
          <p>What has left cannot be taken back.</p>
        </Confirm>
      )}
    </Section>
  );
}
