import { actions } from 'astro:actions';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { GUILD_LIMITS } from '../../../../domain/guild/guild.ts';
import { RELEASE_LIMITS, type Release, releaseRefusals } from '../../../../domain/guild/release.ts';
import { paths } from '../../../../paths.ts';
import { PictureField } from '../../../../ui/account/PictureField.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
import { MarkdownField } from '../../../catalogue/product/account/MarkdownField.tsx';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import { GuildFrame, GuildQueryState } from '../../guild/account/GuildFrame.tsx';
import { TierChoice } from '../../tier/account/TierChoice.tsx';
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
  const [before, setBefore] = useState<ReleaseFormValues>(() => {
    const values = releaseFormValues(release ?? like, timeZone, Date.now());
    if (release || !like) return values;
    return {
      ...values,
      title: `${like.title} (copy)`,
      publishAt: '',
      month: releaseFormValues(null, timeZone, Date.now()).month,
    };
  });
  const [values, setValues] = useState(before);
  const [, go] = useLocation();
  const set = (part: Partial<ReleaseFormValues>) => setValues((known) => ({ ...known, ...part }));
  const draft = releaseDraft(values, timeZone, release);
  const refusals = releaseRefusals(draft);
  const { busy, fieldError, mutate } = useValidatedMutation(refusals);
  const isOut = release !== null && release.state !== 'draft' && release.state !== 'scheduled';
  const save = () =>
    void mutate(
      () => (release ? actions.releases.change({ id: release.id, ...draft }) : actions.releases.add(draft)),
      isOut ? 'Saved. New models are being delivered to its members.' : 'Saved.',
      ({ id }) => {
        setBefore(values);
        if (release) refetch();
        else go(`~${paths.sellerReleases(id)}`);
      },
    );
  return (
    <Form busy={busy} label={release ? 'Save' : 'Save as draft'} onSend={save}>
      <Section title="Details">
        <Field
          label="Title"
          name="title"
          value={values.title}
          maxLength={RELEASE_LIMITS.title}
          error={fieldError('title')}
          onChange={(title) => set({ title })}
        />
        <Field
          label="Month"
          name="month"
          type="month"
          value={values.month}
          placeholder="2026-12"
          disabled={isOut}
          hint={
            isOut
              ? 'Members got it for this month, so the month cannot change.'
              : 'Members who have paid for this month get it.'
          }
          error={fieldError('month')}
          onChange={(month) => set({ month })}
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
        <TierChoice
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
            name="publishAt"
            type="datetime-local"
            required={false}
            value={values.publishAt}
            hint={`In your time zone, ${timeZone.replaceAll('_', ' ')}. Leave empty until you have decided.`}
            error={fieldError('publishAt')}
            onChange={(publishAt) => set({ publishAt })}
          />
        )}
        <Field
          label="Price for non-members"
          name="backCents"
          inputMode="decimal"
          before="$"
          required={false}
          value={values.back}
          hint="For the full release, once its month is over and all its models are in the shop. Leave empty not to sell it."
          error={fieldError('backCents')}
          onChange={(back) => set({ back })}
        />
      </Section>
      <Unsaved dirty={!busy && JSON.stringify(values) !== JSON.stringify(before)} />
    </Form>
  );
}
