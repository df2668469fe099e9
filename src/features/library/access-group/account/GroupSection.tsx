import { actions } from 'astro:actions';
import { useState } from 'react';
import { ACCESS_GROUP_LIMITS, type AccessGroup } from '../../../../domain/library/access-group.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Renames, closes and reopens a group. */
export function AccessGroupSection({
  group,
  onChange,
}: {
  group: AccessGroup;
  onChange: (group: AccessGroup) => void;
}) {
  const [name, setName] = useState(group.name);
  const { busy, fieldError, mutate } = useMutation();
  const stateMutation = useMutation();
  const change = (changed: AccessGroup | null) => changed && onChange(changed);
  const isOpen = group.state === 'active';
  const toggle = () =>
    void stateMutation.mutate(
      () => actions.accessGroups.change({ groupId: group.id, state: isOpen ? 'closed' : 'active' }),
      isOpen ? 'The group is closed.' : 'The group is open again.',
      change,
    );
  return (
    <>
      <Section title="Name">
        <Form
          busy={busy}
          label="Save name"
          onSend={() =>
            void mutate(() => actions.accessGroups.change({ groupId: group.id, name }), 'Saved.', change)
          }
        >
          <Field
            label="Group name"
            name="name"
            value={name}
            maxLength={ACCESS_GROUP_LIMITS.name}
            hint="Shown in their mail. Mails already sent keep the old name."
            error={fieldError('name')}
            onChange={setName}
          />
        </Form>
      </Section>
      <Section
        title={isOpen ? 'Close the group' : 'The group is closed'}
        intro={
          isOpen
            ? 'A closed group accepts no new models or people. Claimed models stay with their owners, and links already sent keep working.'
            : 'It accepts no new models or people. Invited people can still claim, and claimed models stay.'
        }
      >
        <div>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={stateMutation.busy}
            onClick={toggle}
          >
            {isOpen ? 'Close group' : 'Reopen group'}
          </button>
        </div>
      </Section>
    </>
  );
}
