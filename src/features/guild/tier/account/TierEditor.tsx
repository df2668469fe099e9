import { actions } from 'astro:actions';
import { useLocation } from 'wouter';
import { LICENCES } from '../../../../domain/catalogue/product.ts';
import { TRIAL_DAYS } from '../../../../domain/guild/free-trial.ts';
import { GUILD_LIMITS } from '../../../../domain/guild/guild.ts';
import { TIER_LIMITS, TIER_STATE_TEXTS, type Tier, tierRefusals } from '../../../../domain/guild/tier.ts';
import { type Cents, moneyText, priceText } from '../../../../domain/kernel/money.ts';
import { plural } from '../../../../domain/kernel/plural.ts';
import { saleShares } from '../../../../domain/payments/commission.ts';
import type { PriceTax } from '../../../../domain/payments/price-tax.ts';
import { paths } from '../../../../paths.ts';
import { PictureField } from '../../../../ui/account/PictureField.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Check, Field, Form, Section, Select, TextArea } from '../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { MarkdownField } from '../../../catalogue/product/account/MarkdownField.tsx';
import { siteNameOfPage } from '../../../kernel/page/identity.ts';
import { StateMark } from '../../guild/account/GuildFrame.tsx';
import { EarlyBirdSection } from './EarlyBirdSection.tsx';
import { PriceProposal } from './PriceProposal.tsx';
import { TierCard } from './TierCard.tsx';
import { TierStateActions } from './TierStateActions.tsx';
import type { TiersAnswer } from './TiersPage.tsx';
import { EMPTY_TIER, type TierFormValues, tierDraft, tierFormValues } from './tier-form-values.ts';

const TRIAL_CHOICES = TRIAL_DAYS.map((days): [string, string] => [
  String(days),
  days === 0 ? 'None' : `${days} days`,
]);

interface Props {
  answer: TiersAnswer;
  /** The tier to edit; null for a new one. */
  tier: Tier | null;
  /** The tier a new one is copied from. */
  like: Tier | null;
  refetch: () => void;
}

/** Creates or edits a tier, next to a preview of its card. */
export function TierEditor({ answer, tier, like, refetch }: Props) {
  const timeZone = ownTimeZone();
  const [, go] = useLocation();
  const { values, set, draft, field, fieldError, busy, save, isDirty } = useDraft({
    begin: (): TierFormValues => {
      if (tier) return tierFormValues(tier, timeZone);
      return like ? { ...tierFormValues(like, timeZone), name: `${like.name} (copy)` } : EMPTY_TIER;
    },
    read: (typed) => tierDraft(typed, timeZone),
    refusals: tierRefusals,
    send: (changed) =>
      tier ? actions.guildTiers.change({ id: tier.id, ...changed }) : actions.guildTiers.add(changed),
    said: (changed) => (tier ? 'Saved.' : `${changed.name} is saved as a draft.`),
    done: ({ id }) => {
      refetch();
      go(`~${tier ? paths.sellerTiers() : paths.sellerTiers(id)}`);
    },
  });
  const isRetired = tier?.state === 'retired';
  const priceMoves =
    tier &&
    tier.members > 0 &&
    (draft.monthlyCents !== tier.monthlyCents || draft.annualCents !== tier.annualCents);
  const yearly = answer.guild.billings.includes('annual');
  return (
    <div className="mt-4 grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
      <div className="grid min-w-0 max-w-2xl grid-cols-1 gap-4">
        {tier && (
          <div>
            <StateMark strong={tier.state === 'public'}>{TIER_STATE_TEXTS[tier.state]}</StateMark>
            <TierStateActions tier={tier} answer={answer} refetch={refetch} />
          </div>
        )}
        {tier && (
          <Section title="Picture" intro="JPEG, PNG or WebP. Saved at once.">
            <PictureField
              what="picture"
              shape="card"
              altMax={GUILD_LIMITS.alt}
              picture={
                tier.image && {
                  src: paths.picture('guild_tiers', tier.id, tier.image.file, 640),
                  alt: tier.image.alt,
                }
              }
              send={(form) => {
                form.set('id', tier.id);
                return actions.guildTiers.picture(form);
              }}
              onSaved={refetch}
            />
          </Section>
        )}
        {isRetired ? (
          <p className="notice">
            A retired tier cannot be changed, because it describes what its members have.
          </p>
        ) : (
          <Form busy={busy} label={tier ? 'Save' : 'Save as draft'} onSend={save}>
            <Section title="Details">
              <Field label="Name" {...field('name')} maxLength={TIER_LIMITS.name} />
              <MarkdownField
                label="Description"
                value={values.description}
                maxLength={TIER_LIMITS.description}
                rows={5}
                error={fieldError('description')}
                onChange={(description) => set({ description })}
              />
              <TextArea
                label="What members get"
                {...field('benefits')}
                rows={5}
                hint={`One per line, at most ${TIER_LIMITS.benefits}.`}
              />
              <Select
                label="Licence"
                name="licence"
                value={values.licence}
                options={Object.entries(LICENCES)}
                hint="The licence of the models members receive."
                onChange={(licence) => set({ licence: licence === 'merchant' ? 'merchant' : 'personal' })}
              />
              <Check
                label="Includes the tiers below"
                checked={values.includesLower}
                hint="Its members also get everything for lower tiers."
                onChange={(includesLower) => set({ includesLower })}
              />
            </Section>
            <Section title="Price">
              <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
                <Field
                  label="A month"
                  {...field('monthly', 'monthlyCents')}
                  inputMode="decimal"
                  before="$"
                  hint={receivedText(draft.monthlyCents, answer)}
                />
                <Field
                  label="A year"
                  {...field('annual', 'annualCents')}
                  inputMode="decimal"
                  before="$"
                  required={false}
                  hint={
                    !yearly
                      ? 'Your guild is paid monthly. Allow yearly payments in its settings first.'
                      : draft.annualCents === null
                        ? 'Empty: not sold by the year.'
                        : receivedText(draft.annualCents, answer)
                  }
                />
              </div>
              {priceMoves && (
                <p className="notice" role="status">
                  The new price applies to new members.{' '}
                  {tier.members === 1 ? 'The member' : `The ${tier.members} members`} in it{' '}
                  {plural(tier.members, 'keeps', 'keep')} their price.
                </p>
              )}
              {tier && tier.members > 0 && !priceMoves && tier.state !== 'draft' && (
                <PriceProposal tier={tier} />
              )}
              <Select
                label="Free trial"
                {...field('trialDays')}
                options={TRIAL_CHOICES}
                hint="For people who were never members. They read the posts and get the prices of members; models come with their first payment."
              />
              <Field
                label="Seats"
                {...field('seats')}
                inputMode="numeric"
                required={false}
                hint="Empty for any number. Members keep their seats if you set fewer."
              />
            </Section>
            <EarlyBirdSection values={values} set={set} error={fieldError('earlyBird')} timeZone={timeZone} />
          </Form>
        )}
      </div>
      <aside aria-label="As visitors see it" className="xl:sticky xl:top-24">
        <p className="mb-2 text-sm text-ink-2">As visitors see it</p>
        <TierCard
          tier={draft}
          id={tier?.id ?? null}
          image={tier?.image ?? null}
          members={tier?.members ?? 0}
        />
      </aside>
      <Unsaved dirty={isDirty} />
    </div>
  );
}

/** What the seller receives of a payment, as a sentence; "" while the price cannot be parsed. */
function receivedText(
  cents: Cents,
  { commission, priceTax }: { commission: number; priceTax: PriceTax },
): string {
  if (!Number.isSafeInteger(cents) || cents < 0) return '';
  const { sellerCents, commissionCents } = saleShares(cents, commission);
  const where = priceTax === 'included' ? ', and less where the price contains tax' : '';
  return `You receive ${moneyText(sellerCents)} of ${priceText(cents)}${where}; ${moneyText(commissionCents)} (${commission}%) go to ${siteNameOfPage()}, card fees included.`;
}
