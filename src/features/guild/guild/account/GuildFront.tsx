import { actions } from 'astro:actions';
import {
  type Billing,
  type GuildDraft as Front,
  type GrantRule,
  GUILD_LIMITS,
  type Guild,
  guildDraftRefusals,
} from '../../../../domain/guild/guild.ts';
import { Checks } from '../../../../ui/account/Checks.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Field, Form, Section, Select } from '../../../../ui/Form.tsx';
import { Unsaved } from '../../../../ui/Unsaved.tsx';

const BILLINGS: readonly { value: Billing; label: string; hint?: string }[] = [
  { value: 'monthly', label: 'Monthly' },
  {
    value: 'annual',
    label: 'Yearly',
    hint: 'Each tier has its own yearly price; tiers without one are sold by the month only.',
  },
];

/** The fields: the draft, with the discount as it is typed. */
interface Values extends Omit<Front, 'memberDiscountPercent'> {
  percent: string;
}

const EMPTY: Values = {
  name: '',
  tagline: '',
  welcome: '',
  grantRule: 'one_per_payment',
  billings: ['monthly'],
  percent: '0',
};

const valuesOf = ({ name, tagline, welcome, grantRule, billings, memberDiscountPercent }: Front): Values => ({
  name,
  tagline,
  welcome,
  grantRule,
  billings,
  percent: String(memberDiscountPercent),
});

const draftOf = ({ percent, ...values }: Values): Front => ({
  ...values,
  memberDiscountPercent: /^\d{1,3}$/.test(percent.trim()) ? Number(percent) : Number.NaN,
});

/** The guild's name and rules: creates a guild, or edits it. */
export function GuildFront({ guild, onSaved }: { guild: Guild | null; onSaved: () => void }) {
  const { values, set, field, fieldError, busy, save, isDirty } = useDraft({
    begin: () => (guild ? valuesOf(guild) : EMPTY),
    read: draftOf,
    refusals: guildDraftRefusals,
    send: (draft) => (guild ? actions.guilds.change(draft) : actions.guilds.found(draft)),
    said: guild ? 'Saved.' : 'Your guild is created. It stays hidden until you go live.',
    done: onSaved,
  });
  return (
    <Form busy={busy} label={guild ? 'Save' : 'Start the guild'} onSend={save}>
      <Section title={guild ? 'Details' : 'Start your guild'}>
        <Field label="Name of the guild" {...field('name')} maxLength={GUILD_LIMITS.name} />
        <Field label="Tagline" {...field('tagline')} required={false} maxLength={GUILD_LIMITS.tagline} />
        <Select
          label="What a paid month includes"
          name="grantRule"
          value={values.grantRule}
          options={[
            ['one_per_payment', 'The releases of that month'],
            ['all_while_active', 'These, and everything else published while it is active'],
          ]}
          hint="Each payment covers one month. Nobody pays for a month twice, and members keep what they received."
          onChange={(rule) => set({ grantRule: rule as GrantRule })}
        />
        <Checks
          legend="Members may pay"
          options={BILLINGS}
          chosen={values.billings}
          error={fieldError('billings')}
          onChange={(billings) => set({ billings })}
        />
        <Field
          label="Member discount in your store, in percent"
          {...field('percent', 'memberDiscountPercent')}
          inputMode="numeric"
          hint={`0 to ${GUILD_LIMITS.memberDiscount}; 0 for no discount. Members see and pay the reduced prices automatically.`}
        />
      </Section>
      <Unsaved dirty={isDirty} />
    </Form>
  );
}
