import { actions } from 'astro:actions';
import { useState } from 'react';
import { ACCESS_GROUP_LIMITS, type AccessGroup } from '../../../../domain/library/access-group.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Name and state of a group. */
export function GroupSection({
  group,
  onChange,
}: {
  group: AccessGroup;
  onChange: (group: AccessGroup) => void;
}) {
  const [name, setName] = useState(group.name);
  const { busy, fieldError, mutate } = useMutation();
  const moving = useMutation();
  const change = (kept: AccessGroup | null) => kept && onChange(kept);
  const isOpen = group.state === 'active';
  const move = () =>
    void moving.mutate(
      () => actions.accessGroups.change({ groupId: group.id, state: isOpen ? 'closed' : 'active' }),
      isOpen ? 'The group is closed.' : 'The group is open again.',
      change,
    );
  return (
    <>
      <Section title="Name">
        <Form
          busy={busy}
          label="Save the name"
          onSend={() =>
            void mutate(() => actions.accessGroups.change({ groupId: group.id, name }), 'Saved.', change)
          }
        >
          <Field
            label="What it delivers"
            name="name"
            value={name}
            maxLength={ACCESS_GROUP_LIMITS.name}
            hint="People read it in their mail. Mails already sent keep the old name."
            error={fieldError('name')}
            onChange={setName}
          />
        </Form>
      </Section>
      <Section
        title={isOpen ? 'Close the group' : 'The group is closed'}
        intro={
          isOpen
            ? 'Nothing new comes in then, neither models nor people. What was claimed stays with its owners, and links already sent stay good.'
            : 'It takes no models and no people. Who was invited may still claim what is in it, and what was claimed stays.'
        }
      >
        <div>
          <button type="button" className="btn btn-quiet btn-small" aria-busy={moving.busy} onClick={move}>
            {isOpen ? 'Close it' : 'Open it again'}
          </button>
        </div>
      </Section>
    </>
  );
}
