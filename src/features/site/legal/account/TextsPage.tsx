import { actions } from 'astro:actions';
import { useState } from 'react';
import { dayText } from '../../../../domain/kernel/instant.ts';
import {
  LEGAL_BODY_MAX,
  LEGAL_NAMES,
  LEGAL_SUMMARY_MAX,
  LEGAL_TITLES,
  type LegalName,
  type LegalVersion,
  legalDraftRefusals,
  versionInForce,
} from '../../../../domain/site/legal-text.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field, Section, TextArea } from '../../../../ui/Form.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { confirmed } from '../../../desk/shell/account/second-factor.store.ts';
import { markdownOf } from './built-in-text.ts';

/** The legal texts: the version in force of each, its former ones, and the next one. */
export default function TextsPage() {
  const { data, error, refetch } = useQuery(() => actions.legalTexts.versions());
  return (
    <>
      <PageTitle>Legal texts</PageTitle>
      <p className="mt-2 mb-6 text-ink-2">
        The built-in texts hold until you publish your own. A published version stays as it is and stays
        readable; a later one follows it. People with an account are asked once when terms or privacy change.
      </p>
      {error && <LoadError onRetry={refetch}>{error}</LoadError>}
      {!data && !error && <div className="skeleton h-60" aria-busy="true" />}
      {data && (
        <div className="grid grid-cols-1 gap-5">
          {LEGAL_NAMES.map((name) => (
            <TextSection
              key={name}
              name={name}
              versions={data.filter((one) => one.name === name)}
              onPublished={refetch}
            />
          ))}
        </div>
      )}
    </>
  );
}

const PATHS: Record<LegalName, string> = {
  terms: paths.terms(),
  privacy: paths.privacy(),
  licensing: paths.licensing(),
};

interface TextSectionProps {
  name: LegalName;
  versions: readonly LegalVersion[];
  onPublished: () => void;
}

function TextSection({ name, versions, onPublished }: TextSectionProps) {
  const [isWriting, setWriting] = useState(false);
  const current = versionInForce(versions, Date.now());
  return (
    <Section title={LEGAL_TITLES[name]}>
      <p>
        In force:{' '}
        <a className="link" href={PATHS[name]}>
          {current ? `version ${current.version}` : 'the built-in text'}
        </a>
        {current && `, from ${dayText(current.inForceAt)}`}
      </p>
      {versions.length > 0 && (
        <ul className="border-t border-line text-sm">
          {versions.map(({ version, inForceAt, publishedBy, summary }) => (
            <li
              key={version}
              className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line py-1"
            >
              <a className="link" href={paths.legalText(name, version)}>
                Version {version}
              </a>
              <span className="text-ink-2">
                from {dayText(inForceAt)}, by {publishedBy}
              </span>
              <span className="min-w-0 wrap-anywhere text-ink-2">{summary}</span>
            </li>
          ))}
        </ul>
      )}
      {isWriting ? (
        <NextVersion
          name={name}
          newest={versions[0] ?? null}
          onDone={() => {
            setWriting(false);
            onPublished();
          }}
        />
      ) : (
        <div>
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setWriting(true)}>
            Write the next version
          </button>
        </div>
      )}
    </Section>
  );
}

interface NextVersionProps {
  name: LegalName;
  newest: LegalVersion | null;
  onDone: () => void;
}

/** Begins with the words of the newest version, or with those of the built-in text. */
function NextVersion({ name, newest, onDone }: NextVersionProps) {
  const words = useQuery(async () =>
    newest === null
      ? { data: { body: await builtInText(PATHS[name]) }, error: undefined }
      : actions.legalTexts.words({ name, version: newest.version }),
  );
  if (words.error !== null) return <LoadError onRetry={words.refetch}>{words.error}</LoadError>;
  if (!words.data) return <div className="skeleton h-40" aria-busy="true" />;
  return <VersionForm name={name} newest={newest} start={words.data.body} onDone={onDone} />;
}

/** The built-in text of a page as Markdown; "" where it cannot be read. */
async function builtInText(address: string): Promise<string> {
  try {
    const html = await (await fetch(address)).text();
    // Without the head: browsers report its styles as violations of this page's policy, though they apply to nothing here.
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const text = new DOMParser().parseFromString(main, 'text/html').querySelector('.reading');
    return text ? markdownOf(text) : '';
  } catch {
    return '';
  }
}

function VersionForm({ name, newest, start, onDone }: NextVersionProps & { start: string }) {
  const { field, busy, save } = useDraft({
    begin: () => ({ body: start, summary: '', day: new Date().toISOString().slice(0, 10) }),
    read: ({ day, ...words }) => ({ ...words, inForceAt: Date.parse(day) }),
    refusals: (draft): Record<string, string> => legalDraftRefusals(draft, newest, Date.now()),
    send: (draft) =>
      confirmed(() => actions.legalTexts.publish({ name, seen: newest?.version ?? 0, ...draft })),
    said: 'Published.',
    done: onDone,
  });
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="grid gap-4">
      <TextArea
        label="Text, in Markdown"
        {...field('body')}
        rows={18}
        maxLength={LEGAL_BODY_MAX}
        hint="Begin each section with ## and its title. A built-in text follows the settings, such as the commission; what you publish says what you write."
      />
      <Field
        label="What changed, in a sentence"
        {...field('summary')}
        required={false}
        maxLength={LEGAL_SUMMARY_MAX}
      />
      <Field label="In force from (UTC)" {...field('day', 'inForceAt')} type="date" />
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-small" onClick={() => setAsking(true)}>
          Publish
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onDone}>
          Cancel
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={`Publish version ${(newest?.version ?? 0) + 1} of ${LEGAL_TITLES[name]}?`}
          yes="Publish"
          no="Go on writing"
          busy={busy}
          onYes={() => {
            setAsking(false);
            save();
          }}
          onNo={() => setAsking(false)}
        >
          <p>It cannot be changed afterwards, only followed by another version.</p>
        </Confirm>
      )}
    </div>
  );
}
