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

/** Where a release is made, changed and published. */
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
          {release && <ReleaseStatus told={data} release={release} again={refetch} />}
          {release && (
            <Section title="Cover" intro="JPEG, PNG or WebP. Kept at once.">
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
            // What the server made of it is shown once it is published or saved.
            key={`${release?.state} ${release?.productIds.length}`}
            told={data}
            release={release}
            like={id === null ? data.release : null}
            again={refetch}
          />
        </div>
      )}
    </GuildFrame>
  );
}

function Fields({
  told,
  release,
  like,
  again,
}: {
  told: ReleaseAnswer;
  release: Release | null;
  like: Release | null;
  again: () => void;
}) {
  const timeZone = ownTimeZone();
  const [before, setBefore] = useState<ReleaseFormValues>(() => {
    const typed = releaseFormValues(release ?? like, timeZone, Date.now());
    if (release || !like) return typed;
    return {
      ...typed,
      title: `${like.title} (copy)`,
      publishAt: '',
      month: releaseFormValues(null, timeZone, Date.now()).month,
    };
  });
  const [typed, setTyped] = useState(before);
  const [, go] = useLocation();
  const set = (part: Partial<ReleaseFormValues>) => setTyped((known) => ({ ...known, ...part }));
  const draft = releaseDraft(typed, timeZone, release);
  const refusals = releaseRefusals(draft);
  const { busy, fieldError, mutate } = useValidatedMutation(refusals);
  const isOut = release !== null && release.state !== 'draft' && release.state !== 'scheduled';
  const save = () =>
    void mutate(
      () => (release ? actions.releases.change({ id: release.id, ...draft }) : actions.releases.add(draft)),
      isOut ? 'Saved. What was added is on its way to its members.' : 'Saved.',
      ({ id }) => {
        setBefore(typed);
        if (release) again();
        else go(`~${paths.sellerReleases(id)}`);
      },
    );
  return (
    <Form busy={busy} label={release ? 'Save' : 'Keep it as a draft'} onSend={save}>
      <Section title="What it is">
        <Field
          label="Title"
          name="title"
          value={typed.title}
          maxLength={RELEASE_LIMITS.title}
          error={fieldError('title')}
          onChange={(title) => set({ title })}
        />
        <Field
          label="Month"
          name="month"
          type="month"
          value={typed.month}
          placeholder="2026-12"
          disabled={isOut}
          hint={
            isOut
              ? 'Members got it for this month, so the month cannot change.'
              : 'Whoever has paid for this month gets it.'
          }
          error={fieldError('month')}
          onChange={(month) => set({ month })}
        />
        <MarkdownField
          label="Description"
          value={typed.description}
          maxLength={RELEASE_LIMITS.description}
          rows={6}
          error={fieldError('description')}
          onChange={(description) => set({ description })}
        />
      </Section>
      <Section
        title="What is in it"
        intro={
          isOut
            ? 'More can be added, and reaches everybody who has it. Nothing can be taken out: members have it already.'
            : 'Drafts may be in it: a release is often the first that anybody sees of a model.'
        }
      >
        <ProductPicker
          legend="Models of the release"
          products={told.products}
          chosen={typed.productIds}
          error={fieldError('productIds')}
          onChange={(productIds) => {
            const kept = isOut ? release.productIds.filter((one) => !productIds.includes(one)) : [];
            set({ productIds: [...kept, ...productIds] });
          }}
        />
        <TierChoice
          tiers={told.tiers}
          chosen={typed.tierIds}
          kept={isOut ? release.tierIds : []}
          error={fieldError('tierIds')}
          onChange={(tierIds) => set({ tierIds })}
        />
      </Section>
      <Section title="When, and for others">
        {!isOut && (
          <Field
            label="Publish at"
            name="publishAt"
            type="datetime-local"
            required={false}
            value={typed.publishAt}
            hint={`On your clocks: ${timeZone.replaceAll('_', ' ')}. Empty while you have not decided.`}
            error={fieldError('publishAt')}
            onChange={(publishAt) => set({ publishAt })}
          />
        )}
        <Field
          label="Price for who was no member then"
          name="backCents"
          inputMode="decimal"
          before="$"
          required={false}
          value={typed.back}
          hint="The whole release, once its month is over and all its models are in the shop. Empty: it is not sold."
          error={fieldError('backCents')}
          onChange={(back) => set({ back })}
        />
      </Section>
      <Unsaved dirty={!busy && JSON.stringify(typed) !== JSON.stringify(before)} />
    </Form>
  );
}
