import {
  BLOCK_KINDS,
  BLOCK_LIMITS,
  type InformationBlock,
} from '../../../../domain/guild/guild-information.ts';
import { Field, TextArea } from '../../../../ui/Form.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { MarkdownField } from '../../../catalogue/product/account/MarkdownField.tsx';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import { BlockPicture } from './BlockPicture.tsx';

interface Props {
  block: InformationBlock;
  at: number;
  count: number;
  guildId: string;
  /** What is wrong with it, as a sentence; null if it is valid or not submitted yet. */
  refusal: string | null;
  onChange: (block: InformationBlock) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** The editor of one block, with buttons to move and remove it. */
export function BlockRow({ block, at, count, guildId, refusal, onChange, onMove, onRemove }: Props) {
  const name = `block ${at + 1}, ${BLOCK_KINDS[block.kind].toLowerCase()}`;
  return (
    <fieldset className="card grid min-w-0 grid-cols-1 gap-3 p-4 sm:p-5">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1 font-semibold" aria-hidden="true">
          {BLOCK_KINDS[block.kind]}
        </p>
        {([-1, 1] as const).map((by) => (
          <button
            key={by}
            type="button"
            className="icon-btn aria-disabled:opacity-35"
            aria-label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
            aria-disabled={by < 0 ? at === 0 : at === count - 1}
            onClick={() => onMove(by)}
          >
            <Icon name={by < 0 ? 'up' : 'down'} />
          </button>
        ))}
        <button type="button" className="icon-btn" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="trash" />
        </button>
      </div>
      <Field
        label="Heading"
        name="heading"
        required={false}
        maxLength={BLOCK_LIMITS.heading}
        value={block.heading}
        onChange={(heading) => onChange({ ...block, heading })}
      />
      <Fields block={block} guildId={guildId} onChange={onChange} />
      {refusal && (
        <p className="error" role="alert">
          {refusal}
        </p>
      )}
    </fieldset>
  );
}

function Fields({ block, guildId, onChange }: Pick<Props, 'block' | 'guildId' | 'onChange'>) {
  switch (block.kind) {
    case 'text':
      return (
        <MarkdownField
          label="Text"
          value={block.text}
          maxLength={BLOCK_LIMITS.text}
          rows={6}
          onChange={(text) => onChange({ ...block, text })}
        />
      );
    case 'image':
      return <BlockPicture block={block} guildId={guildId} onChange={onChange} />;
    case 'video':
      return (
        <>
          <Field
            label="YouTube or Vimeo link"
            name="url"
            type="url"
            value={block.url}
            hint="Shown as a link; nothing is embedded."
            onChange={(url) => onChange({ ...block, url })}
          />
          <Field
            label="What it shows"
            name="alt"
            maxLength={BLOCK_LIMITS.alt}
            value={block.alt}
            onChange={(alt) => onChange({ ...block, alt })}
          />
        </>
      );
    case 'faq':
      return <Questions block={block} onChange={onChange} />;
    case 'showcase':
      return (
        <ProductPicker
          legend="Models to show"
          chosen={block.productIds}
          onChange={(productIds) => onChange({ ...block, productIds })}
        />
      );
    case 'schedule':
      return (
        <p className="text-ink-2">Filled in automatically from your scheduled and published releases.</p>
      );
  }
}

type Faq = Extract<InformationBlock, { kind: 'faq' }>;

function Questions({ block, onChange }: { block: Faq; onChange: (block: InformationBlock) => void }) {
  const { questions } = block;
  const set = (at: number, part: Partial<Faq['questions'][number]>) =>
    onChange({
      ...block,
      questions: questions.map((one, place) => (place === at ? { ...one, ...part } : one)),
    });
  return (
    <>
      {questions.map(({ question, answer }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions have no names of their own, and are not moved
        <div key={at} className="grid gap-2 border-line border-l-2 pl-3">
          <Field
            label={`Question ${at + 1}`}
            name="question"
            maxLength={BLOCK_LIMITS.question}
            value={question}
            onChange={(text) => set(at, { question: text })}
          />
          <TextArea
            label={`Answer ${at + 1}`}
            name="answer"
            rows={3}
            maxLength={BLOCK_LIMITS.answer}
            value={answer}
            onChange={(text) => set(at, { answer: text })}
          />
          <div>
            <button
              type="button"
              className="link min-h-11"
              aria-label={`Remove question ${at + 1}`}
              onClick={() => onChange({ ...block, questions: questions.toSpliced(at, 1) })}
            >
              Remove
            </button>
          </div>
        </div>
      ))}
      {questions.length < BLOCK_LIMITS.questions && (
        <div>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => onChange({ ...block, questions: [...questions, { question: '', answer: '' }] })}
          >
            Add a question
          </button>
        </div>
      )}
    </>
  );
}
