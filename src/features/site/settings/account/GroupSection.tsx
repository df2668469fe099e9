import type { ReactNode } from 'react';
import { Form, Section } from '../../../../ui/Form.tsx';
import type { GroupForm } from './useGroup.ts';

/** A card with the form of one group of settings, saved by itself. */
export function GroupSection<V extends object>({
  title,
  intro,
  label,
  group: { busy, isChanged, save },
  children,
}: {
  title: string;
  intro: string;
  /** The button's. */
  label: string;
  group: GroupForm<V>;
  children: ReactNode;
}) {
  return (
    <Section title={title} intro={intro}>
      <Form busy={busy} label={label} disabled={!isChanged} onSend={save}>
        {children}
      </Form>
    </Section>
  );
}
