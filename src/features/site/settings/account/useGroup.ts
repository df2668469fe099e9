import { actions } from 'astro:actions';
import { useState } from 'react';
import type { CheckedSetting, SettingGroup } from '../../../../domain/kernel/setting-group.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
import { confirmed } from '../../../desk/shell/account/second-factor.store.ts';

export type AllSettings = ActionAnswer<typeof actions.siteSettings.read>;

type TextField<V> = { [K in keyof V & string]: V[K] extends string ? K : never }[keyof V & string];

interface TextProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

export interface GroupForm<V extends object> {
  /** The value as it is edited; not yet checked. */
  value: V;
  set: (part: Partial<V>) => void;
  /** Whether something differs from what is stored. */
  isChanged: boolean;
  busy: boolean;
  error: (field: keyof V & string) => string | undefined;
  /** The same for a part of a list, such as "weeks.0.name". */
  partError: (path: string) => string | undefined;
  /** The properties of a field that holds a text of the group. */
  field: (name: TextField<V>) => TextProps;
  save: () => void;
}

/** One group of settings in a form: checked by its own rule before it is sent, and stored by its version. */
export function useGroup<V extends object>(group: SettingGroup<V>, all: AllSettings): GroupForm<V> {
  const sent = all.groups.find(({ name }) => name === group.name);
  const [stored, setStored] = useState({
    value: (sent?.value ?? group.fallback) as V,
    version: sent?.version ?? 0,
  });
  const [value, setValue] = useState(stored.value);
  const checked: CheckedSetting<V> = group.check(value);
  const problems: Record<string, string> = 'problems' in checked ? checked.problems : {};
  const { busy, fieldError, mutate } = useValidatedMutation<string>(problems);
  const save = () =>
    mutate(
      () =>
        confirmed(() =>
          actions.siteSettings.change({
            group: group.name,
            seen: stored.version,
            value: value as Record<string, unknown>,
          }),
        ),
      'Saved. It holds on every page now.',
      (answer) => {
        const saved = answer.value as V;
        setStored({ value: saved, version: answer.version });
        setValue(saved);
      },
    );
  const set = (part: Partial<V>) => setValue({ ...value, ...part });
  const errorOf = (field: keyof V & string) =>
    fieldError(field) ?? (field in problems && isTyped(value[field]) ? problems[field] : undefined);
  return {
    value,
    set,
    isChanged: JSON.stringify(value) !== JSON.stringify(stored.value),
    busy,
    error: errorOf,
    partError: fieldError,
    field: (name) => ({
      name,
      value: value[name] as string,
      error: errorOf(name),
      onChange: (text) => set({ [name]: text } as Partial<V>),
    }),
    save: () => void save(),
  };
}

/** What was typed is judged at once; what is still empty only when it is sent. */
const isTyped = (field: unknown): boolean => field !== '' && field !== null;
