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

/** Sends a message to the listed members, each in their own conversation. */
export function BroadcastForm({
  filter,
  onSent,
}: {
  filter: MemberFilter;
  onSent: (broadcast: Broadcast) => void;
}) {
  const { reach, isKnown, reload } = useReach(filter);
  const [text, setText] = useState('');
  const [step, setStep] = useState<'closed' | 'writing' | 'confirming'>('closed');
  // The key stays the same until an answer comes, so that a retry does not send twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [problem, setProblem] = useState<string>();
  const { busy, fieldError, mutate } = useMutation();
  // Return the focus to the button when the form closes.
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (step === 'closed' && wasOpen.current) opener.current?.focus();
    wasOpen.current = step !== 'closed';
  }, [step]);
  const refusal = reach?.refusal ?? null;
  const people = reach?.people ?? 0;
  const recipients = people === 1 ? 'this member' : `these ${people.toLocaleString('en')} members`;
  if (step === 'closed')
    return (
      <div>
        <button
          type="button"
          className="btn btn-quiet"
          ref={opener}
          disabled={reach === null || refusal !== null}
          aria-describedby={refusal ? 'broadcast-refusal' : undefined}
          onClick={() => setStep('writing')}
        >
          Message {reach === null || people === 0 ? 'these members' : recipients}
        </button>
        {refusal && people + (reach?.shut ?? 0) + (reach?.banned ?? 0) > 0 && (
          <p className="hint" id="broadcast-refusal">
            {refusal}
          </p>
        )}
      </div>
    );
  const send = () =>
    void mutate(
      () => actions.guildLetters.write({ filter: memberFilter(filter), key, text }),
      'Your message is on its way.',
      ({ letter }) => {
        onSent(letter);
        setText('');
        setKey(crypto.randomUUID());
        setStep('closed');
        reload();
      },
    ).then(() => setStep((now) => (now === 'confirming' ? 'writing' : now)));
  const audience = [reachText(people), reach ? leftOutText(reach) : ''].filter(Boolean).join(' ');
  return (
    <Section title={`Message to ${recipients}`} intro={refusal ?? audience}>
      <Unsaved dirty={text.trim() !== ''} />
      <Form
        busy={busy}
        label="Continue"
        disabled={!isKnown || refusal !== null}
        onSend={() => {
          const textRefusal = broadcastTextRefusal(text);
          setProblem(textRefusal ?? undefined);
          if (!textRefusal) setStep('confirming');
        }}
      >
        <TextArea
          label="Your message"
          name="text"
          value={text}
          autoFocus
          hint={`Plain text. Members receive it as a message from your store and can reply. At most ${MESSAGE_MAX.toLocaleString('en')} characters.`}
          error={problem ?? fieldError('text')}
          onChange={(typed) => {
            setText(typed);
            setProblem(undefined);
          }}
        />
      </Form>
      <div className="-mt-3">
        <button type="button" className="link min-h-11" onClick={() => setStep('closed')}>
          Not now
        </button>
      </div>
      {step === 'confirming' && (
        <Confirm
          title={people === 1 ? 'Send to 1 member?' : `Send to ${people.toLocaleString('en')} members?`}
          yes="Send"
          isHarmless
          no="Not yet"
          busy={busy}
          onYes={send}
          onNo={() => setStep('writing')}
        >
          <p>{audience}</p>
          <p>A sent message cannot be taken back.</p>
        </Confirm>
      )}
    </Section>
  );
}
