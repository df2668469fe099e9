import { actions } from 'astro:actions';
import { useLocation } from 'wouter';
import { GUILD_LIMITS } from '../../../../domain/guild/guild.ts';
import { RELEASE_LIMITS, type Release, releaseRefusals } from '../../../../domain/guild/release.ts';
import { paths } from '../../../../paths.ts';
import { PictureField } from '../../../../ui/account/PictureField.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { MarkdownField } from '../../../catalogue/product/account/MarkdownField.tsx';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import { GuildFrame, GuildQueryState } from '../../guild/account/GuildFrame.tsx';
import { TierBoxes } from '../../tier/account/TierChoice.tsx';
import { ReleaseStatus } from './ReleaseStatus.tsx';
import { type ReleaseFormValues, releaseDraft, releaseFormValues } from './release-form-values.ts';

export type ReleaseAnswer = ActionAnswer<typeof actions.releases.one>;

/** Creates, edits and publishes a release. */
export function ReleasePage({ id, like }: { id: string | null; like: string | null }) {
  const from = id ?? like;
  const query = useQuery(() => actions.releases.one(from ? { id: from } : {}));
  const { data, refetch } = query;
  const release = id === null ? null : (data?.release ?? null);
  return (
    <GuildFrame
      title={id === null ? 'New release' : (release?.title ?? 'Release')}
      back={{ to: paths.sellerReleases(), label: 'All releases' }}
    >
      <GuildQueryState query={query} />
      {data && (
        <div className="mt-4 grid max-w-2xl grid-cols-1 gap-4">
          {release && <ReleaseStatus answer={data} release={release} refetch={refetch} />}
          {release && (
            <Section title="Cover" intro="JPEG, PNG or WebP. Saved at once.">
              <PictureField
                what="cover"
                shape="card"
                altMax={GUILD_LIMITS.alt}
                picture={
                  release.cover && {
                    src: paths.picture('releases', release.id, release.cover.file, 640),
                    alt: release.cover.alt,
                  }
                }
                send={(form) => {
                  form.set('id', release.id);
                  return actions.releases.cover(form);
                }}
                onSaved={refetch}
              />
            </Section>
          )}
          <Fields
            // Show the server's version after publishing or saving.
            key={`${release?.state} ${release?.productIds.length}`}
            answer={data}
            release={release}
            like={id === null ? data.release : null}
            refetch={refetch}
          />
        </div>
      )}
    </GuildFrame>
  );
}

function Fields({
  answer,
  release,
  like,
  refetch,
}: {
  answer: ReleaseAnswer;
  release: Release | null;
  like: Release | null;
  refetch: () => void;
}) {
  const timeZone = ownTimeZone();
  const [, go] = useLocation();
  const isOut = release !== null && release.state !== 'draft' && release.state !== 'scheduled';
  const { values, set, field, fieldError, busy, save, isDirty } = useDraft({
    begin: () => beginning(release, like, timeZone),
    read: (typed) => releaseDraft(typed, timeZone, release),
    refusals: releaseRefusals,
    send: (draft) =>
      release ? actions.releases.change({ id: release.id, ...draft }) : actions.releases.add(draft),
    said: isOut ? 'Saved. New models are being delivered to its members.' : 'Saved.',
    done: ({ id }) => (release ? refetch() : go(`~${paths.sellerReleases(id)}`)),
  });
  return (
    <Form busy={busy} label={release ? 'Save' : 'Save as draft'} onSend={save}>
      <Section title="Details">
        <Field label="Title" {...field('title')} maxLength={RELEASE_LIMITS.title} />
        <Field
          label="Month"
          {...field('month')}
          type="month"
          placeholder="2026-12"
          disabled={isOut}
          hint={
            isOut
              ? 'Members got it for this month, so the month cannot change.'
              : 'Members who have paid for this month get it.'
          }
        />
        <MarkdownField
          label="Description"
          value={values.description}
          maxLength={RELEASE_LIMITS.description}
          rows={6}
          error={fieldError('description')}
          onChange={(description) => set({ description })}
        />
      </Section>
      <Section
        title="Contents"
        intro={
          isOut
            ? 'You can add models; everyone who has the release gets them. Models cannot be removed, because members have them already.'
            : 'You can include drafts: a release is often the first time anyone sees a model.'
        }
      >
        <ProductPicker
          legend="Models of the release"
          chosen={values.productIds}
          error={fieldError('productIds')}
          onChange={(productIds) => {
            const fixed = isOut ? release.productIds.filter((one) => !productIds.includes(one)) : [];
            set({ productIds: [...fixed, ...productIds] });
          }}
        />
        <TierBoxes
          tiers={answer.tiers}
          chosen={values.tierIds}
          kept={isOut ? release.tierIds : []}
          error={fieldError('tierIds')}
          onChange={(tierIds) => set({ tierIds })}
        />
      </Section>
      <Section title="Date and later sale">
        {!isOut && (
          <Field
            label="Publish at"
            {...field('publishAt')}
            type="datetime-local"
            required={false}
            hint={`In your time zone, ${timeZone.replaceAll('_', ' ')}. Leave empty until you have decided.`}
          />
        )}
        <Field
          label="Price for non-members"
          {...field('back', 'backCents')}
          inputMode="decimal"
          before="$"
          required={false}
          hint="For the full release, once its month is over and all its models are in the shop. Leave empty not to sell it."
        />
      </Section>
      <Unsaved dirty={isDirty} />
    </Form>
  );
}

/** The fields when the editor opens: those of a release, or of a new one, which may be like another. */
function beginning(release: Release | null, like: Release | null, timeZone: string): ReleaseFormValues {
  const values = releaseFormValues(release ?? like, timeZone, Date.now());
  if (release || !like) return values;
  const { month } = releaseFormValues(null, timeZone, Date.now());
  return { ...values, title: `${like.title} (copy)`, publishAt: '', month };
}
