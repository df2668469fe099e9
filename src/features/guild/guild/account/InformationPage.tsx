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

type Told = ActionAnswer<typeof actions.guildInformation.mine>;

/** What my guild says of itself, block by block, and what it says to who has just joined. */
export default function InformationPage() {
  const query = useQuery(() => actions.guildInformation.mine());
  const { data, setData } = query;
  return (
    <GuildFrame
      title="Information"
      intro="What stands on your guild’s page, block by block. Visitors read what you published last."
    >
      <GuildQueryState query={query} />
      {data && (
        <div className="mt-6 grid max-w-3xl grid-cols-1 gap-6">
          <Blocks told={data} onTold={(change) => setData({ ...data, ...change })} />
          <Welcome welcome={data.guild.welcome} />
        </div>
      )}
    </GuildFrame>
  );
}

/** A block in the editor, with a name of its own so that moving it moves its fields along. */
interface Written {
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
  told,
  onTold,
}: {
  told: Told;
  onTold: (change: Partial<Pick<Told, 'blocks' | 'shown' | 'shownAt'>>) => void;
}) {
  const [written, setWritten] = useState<Written[]>(() => told.blocks.map((block, key) => ({ key, block })));
  const [next, setNext] = useState(told.blocks.length);
  const [isTold, setTold] = useState(false);
  const [said, setSaid] = useState('');
  const [taken, setTaken] = useState<{ at: number; one: Written } | null>(null);
  const { busy, fieldError, mutate } = useMutation();
  const blocks = written.map(({ block }) => block);
  const isDirty = JSON.stringify(blocks) !== JSON.stringify(told.blocks);
  const isShown = !isDirty && JSON.stringify(told.blocks) === JSON.stringify(told.shown);
  const isRight = blocks.every((block) => blockRefusal(block) === null);
  const change = (key: number, block: InformationBlock) =>
    setWritten((known) => known.map((one) => (one.key === key ? { key, block } : one)));
  const move = (at: number, by: -1 | 1) => {
    const to = at + by;
    const one = written[at];
    if (!one || to < 0 || to >= written.length) return;
    setWritten(written.toSpliced(at, 1).toSpliced(to, 0, one));
    setSaid(`Block ${at + 1} is now ${to + 1} of ${written.length}.`);
  };
  const keep = async (done: () => void) => {
    setTold(true);
    if (!isRight) return;
    await mutate(
      () => actions.guildInformation.keep({ blocks }),
      null,
      (kept) => {
        onTold({ blocks: kept.blocks });
        done();
      },
    );
  };
  const publish = () =>
    void keep(() => {
      void mutate(
        () => actions.guildInformation.publish(),
        'Published. Visitors read it now.',
        ({ shownAt }) => onTold({ blocks, shown: blocks, shownAt }),
      );
    });
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Blocks">
      <p className="sr-only" role="status">
        {said}
      </p>
      {written.length === 0 && (
        <div className="empty">
          <h2 className="text-2xl">Nothing written yet</h2>
          <p>Begin with a few sentences on what you make and for whom.</p>
        </div>
      )}
      {written.map(({ key, block }, at) => (
        <BlockRow
          key={key}
          block={block}
          at={at}
          count={written.length}
          guildId={told.guild.id}
          products={told.products}
          refusal={isTold ? blockRefusal(block) : null}
          onChange={(changed) => change(key, changed)}
          onMove={(by) => move(at, by)}
          onTakeOut={() => {
            setTaken({ at, one: { key, block } });
            setWritten(written.toSpliced(at, 1));
          }}
        />
      ))}
      {taken && (
        <p className="notice" role="status">
          The block is taken out.{' '}
          <button
            type="button"
            className="link min-h-11"
            onClick={() => {
              setWritten(written.toSpliced(taken.at, 0, taken.one));
              setTaken(null);
            }}
          >
            Put it back
          </button>
        </p>
      )}
      {written.length < BLOCK_LIMITS.blocks && (
        <fieldset>
          <legend className="label">Add a block</legend>
          <div className="flex flex-wrap gap-2">
            {(Object.keys(BLOCK_KINDS) as BlockKind[]).map((kind) => (
              <button
                key={kind}
                type="button"
                className="chip min-h-11"
                onClick={() => {
                  setWritten([...written, { key: next, block: EMPTY[kind] }]);
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
      {isTold && !isRight && (
        <p className="error" role="alert">
          Something is missing in a block above.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-small" aria-busy={busy} disabled={isShown} onClick={publish}>
          {isShown ? 'Published' : 'Publish'}
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-busy={busy}
          disabled={!isDirty}
          onClick={() => void keep(() => setSaid('Kept.'))}
        >
          {isDirty ? 'Keep without publishing' : 'Kept'}
        </button>
        <a
          className="link inline-flex min-h-11 items-center"
          href={paths.guildPreview()}
          target="_blank"
          rel="noopener"
        >
          See what is kept as visitors will
        </a>
      </div>
      <p className="hint">
        {told.shownAt === null
          ? 'Nothing is published yet.'
          : `Published last on ${momentText(told.shownAt, ownTimeZone())}.`}
      </p>
      <Unsaved dirty={isDirty} />
    </section>
  );
}

function Welcome({ welcome }: { welcome: string }) {
  const [kept, setKept] = useState(welcome);
  const [typed, setTyped] = useState(welcome);
  const { busy, fieldError, mutate } = useMutation();
  return (
    <Section title="Welcome" intro="What somebody reads who has just joined, in a mail and on the page.">
      <Form
        busy={busy}
        label="Save the welcome"
        onSend={() =>
          void mutate(
            () => actions.guildInformation.welcome({ welcome: typed }),
            'Saved.',
            () => setKept(typed),
          )
        }
      >
        <MarkdownField
          label="Message"
          value={typed}
          maxLength={GUILD_LIMITS.welcome}
          rows={6}
          error={fieldError('welcome')}
          onChange={setTyped}
        />
      </Form>
      <Unsaved dirty={typed !== kept} />
    </Section>
  );
}
