import { actions } from 'astro:actions';
import { useState } from 'react';
import { GUILD_LIMITS } from '../../../../domain/guild/guild.ts';
import {
  BLOCK_KINDS,
  BLOCK_LIMITS,
  type BlockKind,
  blockRefusal,
  type InformationBlock,
} from '../../../../domain/guild/guild-information.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';
import { paths } from '../../../../paths.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Form, Section } from '../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { MarkdownField } from '../../../catalogue/product/account/MarkdownField.tsx';
import { BlockRow } from './BlockRow.tsx';
import { GuildFrame, GuildQueryState } from './GuildFrame.tsx';

type InformationAnswer = ActionAnswer<typeof actions.guildInformation.mine>;

/** The information blocks of the guild page and the welcome message. */
export default function InformationPage() {
  const query = useQuery(() => actions.guildInformation.mine());
  const { data, setData } = query;
  return (
    <GuildFrame
      title="Information"
      intro="The content of your guild page, block by block. Visitors see the version you published last."
    >
      <GuildQueryState query={query} />
      {data && (
        <div className="mt-6 grid max-w-3xl grid-cols-1 gap-6">
          <Blocks answer={data} onChange={(change) => setData({ ...data, ...change })} />
          <Welcome welcome={data.guild.welcome} />
        </div>
      )}
    </GuildFrame>
  );
}

/** A block in the editor, with a stable React key. */
interface Entry {
  key: number;
  block: InformationBlock;
}

const EMPTY: Record<BlockKind, InformationBlock> = {
  text: { kind: 'text', heading: '', text: '' },
  image: { kind: 'image', heading: '', file: '', alt: '' },
  video: { kind: 'video', heading: '', url: '', alt: '' },
  faq: { kind: 'faq', heading: 'Questions', questions: [{ question: '', answer: '' }] },
  showcase: { kind: 'showcase', heading: '', productIds: [] },
  schedule: { kind: 'schedule', heading: 'Release schedule' },
};

function Blocks({
  answer,
  onChange,
}: {
  answer: InformationAnswer;
  onChange: (change: Partial<Pick<InformationAnswer, 'blocks' | 'shown' | 'shownAt'>>) => void;
}) {
  const [entries, setEntries] = useState<Entry[]>(() => answer.blocks.map((block, key) => ({ key, block })));
  const [next, setNext] = useState(answer.blocks.length);
  const [isSubmitted, setSubmitted] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const [removed, setRemoved] = useState<{ at: number; one: Entry } | null>(null);
  const { busy, fieldError, mutate } = useMutation();
  const blocks = entries.map(({ block }) => block);
  const isDirty = JSON.stringify(blocks) !== JSON.stringify(answer.blocks);
  const isPublished = !isDirty && JSON.stringify(answer.blocks) === JSON.stringify(answer.shown);
  const isValid = blocks.every((block) => blockRefusal(block) === null);
  const change = (key: number, block: InformationBlock) =>
    setEntries((known) => known.map((one) => (one.key === key ? { key, block } : one)));
  const move = (at: number, by: -1 | 1) => {
    const to = at + by;
    const one = entries[at];
    if (!one || to < 0 || to >= entries.length) return;
    setEntries(entries.toSpliced(at, 1).toSpliced(to, 0, one));
    setAnnouncement(`Block ${at + 1} is now ${to + 1} of ${entries.length}.`);
  };
  const save = async (done: () => void) => {
    setSubmitted(true);
    if (!isValid) return;
    await mutate(
      () => actions.guildInformation.keep({ blocks }),
      null,
      (saved) => {
        onChange({ blocks: saved.blocks });
        done();
      },
    );
  };
  const publish = () =>
    void save(() => {
      void mutate(
        () => actions.guildInformation.publish(),
        'Published. Visitors can see it now.',
        ({ shownAt }) => onChange({ blocks, shown: blocks, shownAt }),
      );
    });
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Blocks">
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {entries.length === 0 && (
        <div className="empty">
          <h2 className="text-2xl">No content yet</h2>
          <p>Start with a few sentences about what you make and for whom.</p>
        </div>
      )}
      {entries.map(({ key, block }, at) => (
        <BlockRow
          key={key}
          block={block}
          at={at}
          count={entries.length}
          guildId={answer.guild.id}
          refusal={isSubmitted ? blockRefusal(block) : null}
          onChange={(changed) => change(key, changed)}
          onMove={(by) => move(at, by)}
          onRemove={() => {
            setRemoved({ at, one: { key, block } });
            setEntries(entries.toSpliced(at, 1));
          }}
        />
      ))}
      {removed && (
        <p className="notice" role="status">
          The block is removed.{' '}
          <button
            type="button"
            className="link min-h-11"
            onClick={() => {
              setEntries(entries.toSpliced(removed.at, 0, removed.one));
              setRemoved(null);
            }}
          >
            Undo
          </button>
        </p>
      )}
      {entries.length < BLOCK_LIMITS.blocks && (
        <fieldset>
          <legend className="label">Add a block</legend>
          <div className="flex flex-wrap gap-2">
            {(Object.keys(BLOCK_KINDS) as BlockKind[]).map((kind) => (
              <button
                key={kind}
                type="button"
                className="chip min-h-11"
                onClick={() => {
                  setEntries([...entries, { key: next, block: EMPTY[kind] }]);
                  setNext(next + 1);
                }}
              >
                {BLOCK_KINDS[kind]}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      {fieldError('blocks') && (
        <p className="error" role="alert">
          {fieldError('blocks')}
        </p>
      )}
      {isSubmitted && !isValid && (
        <p className="error" role="alert">
          Something is missing in a block above.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="btn btn-small"
          aria-busy={busy}
          disabled={isPublished}
          onClick={publish}
        >
          {isPublished ? 'Published' : 'Publish'}
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-busy={busy}
          disabled={!isDirty}
          onClick={() => void save(() => setAnnouncement('Saved.'))}
        >
          {isDirty ? 'Save without publishing' : 'Saved'}
        </button>
        <a
          className="link inline-flex min-h-11 items-center"
          href={paths.guildPreview()}
          target="_blank"
          rel="noopener"
        >
          Preview the saved version
        </a>
      </div>
      <p className="hint">
        {answer.shownAt === null
          ? 'Nothing is published yet.'
          : `Last published on ${momentText(answer.shownAt, ownTimeZone())}.`}
      </p>
      <Unsaved dirty={isDirty} />
    </section>
  );
}

function Welcome({ welcome }: { welcome: string }) {
  const [saved, setSaved] = useState(welcome);
  const [value, setValue] = useState(welcome);
  const { busy, fieldError, mutate } = useMutation();
  return (
    <Section title="Welcome" intro="What new members read, in a mail and on the page.">
      <Form
        busy={busy}
        label="Save the welcome"
        onSend={() =>
          void mutate(
            () => actions.guildInformation.welcome({ welcome: value }),
            'Saved.',
            () => setSaved(value),
          )
        }
      >
        <MarkdownField
          label="Message"
          value={value}
          maxLength={GUILD_LIMITS.welcome}
          rows={6}
          error={fieldError('welcome')}
          onChange={setValue}
        />
      </Form>
      <Unsaved dirty={value !== saved} />
    </Section>
  );
}
