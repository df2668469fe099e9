import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  type Billing,
  type GuildDraft as Front,
  type GrantRule,
  GUILD_LIMITS,
  type Guild,
  guildDraftRefusals,
} from '../../../../domain/guild/guild.ts';
import { Check, Field, Form, Section, Select } from '../../../../ui/Form.tsx';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';

const EMPTY: Front = {
  name: '',
  tagline: '',
  welcome: '',
  grantRule: 'one_per_payment',
  billings: ['monthly'],
  memberDiscountPercent: 0,
};
const BILLING_TEXTS: Record<Billing, string> = { monthly: 'Monthly', annual: 'Yearly' };

function frontOf({ name, tagline, welcome, grantRule, billings, memberDiscountPercent }: Front): Front {
  return { name, tagline, welcome, grantRule, billings, memberDiscountPercent };
}

/** The guild's name and rules: creates a guild, or edits it. */
export function GuildFront({ guild, onSaved }: { guild: Guild | null; onSaved: () => void }) {
  const before = guild ? frontOf(guild) : EMPTY;
  const [front, setFront] = useState(before);
  const [percent, setPercent] = useState(String(before.memberDiscountPercent));
  const set = (part: Partial<Front>) => setFront((known) => ({ ...known, ...part }));
  const draft: Front = {
    ...front,
    memberDiscountPercent: /^\d{1,3}$/.test(percent.trim()) ? Number(percent) : Number.NaN,
  };
  const refusals = guildDraftRefusals(draft);
  const { busy, fieldError, mutate } = useValidatedMutation(refusals);
  const save = () =>
    void mutate(
      () => (guild ? actions.guilds.change(draft) : actions.guilds.found(draft)),
      guild ? 'Saved.' : 'Your guild is created. It stays hidden until you go live.',
      onSaved,
    );
  return (
    <Form busy={busy} label={guild ? 'Save' : 'Start the guild'} onSend={save}>
      <Section title={guild ? 'Details' : 'Start your guild'}>
        <Field
          label="Name of the guild"
          name="name"
          value={front.name}
          maxLength={GUILD_LIMITS.name}
          error={fieldError('name')}
          onChange={(name) => set({ name })}
        />
        <Field
          label="Tagline"
          name="tagline"
          required={false}
          value={front.tagline}
          maxLength={GUILD_LIMITS.tagline}
          error={fieldError('tagline')}
          onChange={(tagline) => set({ tagline })}
        />
        <Select
          label="What a paid month includes"
          name="grantRule"
          value={front.grantRule}
          options={[
            ['one_per_payment', 'The releases of that month'],
            ['all_while_active', 'These, and everything else published while it is active'],
          ]}
          hint="Each payment covers one month. Nobody pays for a month twice, and members keep what they received."
          onChange={(rule) => set({ grantRule: rule as GrantRule })}
        />
        <fieldset>
          <legend className="label">Members may pay</legend>
          {(Object.keys(BILLING_TEXTS) as Billing[]).map((billing) => (
            <Check
              key={billing}
              label={BILLING_TEXTS[billing]}
              checked={front.billings.includes(billing)}
              hint={
                billing === 'annual'
                  ? 'Each tier has its own yearly price; tiers without one are sold by the month only.'
                  : undefined
              }
              onChange={(on) =>
                set({
                  billings: on
                    ? [...front.billings, billing]
                    : front.billings.filter((one) => one !== billing),
                })
              }
            />
          ))}
          {fieldError('billings') && (
            <p className="error" role="alert">
              {fieldError('billings')}
            </p>
          )}
        </fieldset>
        <Field
          label="Member discount in your store, in percent"
          name="memberDiscountPercent"
          inputMode="numeric"
          value={percent}
          hint={`0 to ${GUILD_LIMITS.memberDiscount}; 0 for no discount. Members see and pay the reduced prices automatically.`}
          error={fieldError('memberDiscountPercent')}
          onChange={setPercent}
        />
      </Section>
      <Unsaved dirty={!busy && JSON.stringify(draft) !== JSON.stringify(before)} />
    </Form>
  );
}
