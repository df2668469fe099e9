import { markdownRefusal } from '../kernel/markdown-text.ts';

/** The information blocks of a guild's public page, in the seller's order. */

export const BLOCK_KINDS = {
  text: 'Text',
  image: 'Picture',
  video: 'Video',
  faq: 'Questions and answers',
  showcase: 'Models',
  schedule: 'Release schedule',
} as const;
export type BlockKind = keyof typeof BLOCK_KINDS;

export const BLOCK_LIMITS = {
  blocks: 30,
  heading: 100,
  text: 10_000,
  alt: 200,
  questions: 30,
  question: 200,
  answer: 2000,
  products: 12,
} as const;

/** One block. Texts are Markdown; a picture names a file of the guild; the schedule is filled from the releases. */
export type InformationBlock = { heading: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'image'; file: string; alt: string }
  | { kind: 'video'; url: string; alt: string }
  | { kind: 'faq'; questions: { question: string; answer: string }[] }
  | { kind: 'showcase'; productIds: string[] }
  | { kind: 'schedule' }
);

const VIDEO_HOST =
  /^https:\/\/(www\.|m\.|player\.)?(youtube\.com|youtu\.be|youtube-nocookie\.com|vimeo\.com)\/[^\s"'<>\\]+$/i;

/** Whether a URL points to a video that may be linked. Videos are linked, never embedded. */
export function isVideoAddress(url: string): boolean {
  return url.length <= 300 && VIDEO_HOST.test(url);
}

/** What is wrong with a block, as one sentence; null when it is valid. */
export function blockRefusal(block: InformationBlock): string | null {
  const tooLong = (text: string, max: number) => text.length > max;
  if (tooLong(block.heading, BLOCK_LIMITS.heading))
    return `Use at most ${BLOCK_LIMITS.heading} characters for the heading.`;
  switch (block.kind) {
    case 'text':
      if (block.text.trim() === '') return 'Write something or remove the block.';
      return markdownRefusal(block.text, BLOCK_LIMITS.text);
    case 'image':
      if (block.file === '') return 'Choose a picture.';
      return block.alt.trim() === '' || tooLong(block.alt, BLOCK_LIMITS.alt)
        ? `Describe the picture in at most ${BLOCK_LIMITS.alt} characters.`
        : null;
    case 'video':
      if (!isVideoAddress(block.url)) return 'Enter the address of a video on YouTube or Vimeo.';
      return block.alt.trim() === '' || tooLong(block.alt, BLOCK_LIMITS.alt)
        ? `Describe the video in at most ${BLOCK_LIMITS.alt} characters.`
        : null;
    case 'faq':
      if (block.questions.length === 0 || block.questions.length > BLOCK_LIMITS.questions)
        return `Write between 1 and ${BLOCK_LIMITS.questions} questions.`;
      for (const { question, answer } of block.questions) {
        const isEmpty = question.trim() === '' || answer.trim() === '';
        if (isEmpty || tooLong(question, BLOCK_LIMITS.question) || tooLong(answer, BLOCK_LIMITS.answer))
          return `Each question needs an answer; use at most ${BLOCK_LIMITS.question} and ${BLOCK_LIMITS.answer} characters.`;
        const refusal = markdownRefusal(answer, BLOCK_LIMITS.answer);
        if (refusal !== null) return refusal;
      }
      return null;
    case 'showcase':
      return block.productIds.length === 0 || block.productIds.length > BLOCK_LIMITS.products
        ? `Choose between 1 and ${BLOCK_LIMITS.products} models.`
        : null;
    case 'schedule':
      return null;
  }
}

/** Validation errors of a page's blocks by position; empty when all are valid. */
export function informationRefusals(blocks: readonly InformationBlock[]): Map<number, string> {
  const refusals = new Map<number, string>();
  if (blocks.length > BLOCK_LIMITS.blocks)
    refusals.set(BLOCK_LIMITS.blocks, `Use at most ${BLOCK_LIMITS.blocks} blocks.`);
  for (const [place, block] of blocks.entries()) {
    const refusal = blockRefusal(block);
    if (refusal !== null) refusals.set(place, refusal);
  }
  return refusals;
}

/** Reads stored blocks; entries that are not valid blocks are skipped. */
export function blocksFrom(json: unknown): InformationBlock[] {
  if (!Array.isArray(json)) return [];
  return json.filter((entry): entry is InformationBlock => {
    if (typeof entry !== 'object' || entry === null) return false;
    const block = entry as Record<string, unknown>;
    const { kind } = block;
    return (
      typeof kind === 'string' &&
      Object.hasOwn(SHAPES, kind) &&
      typeof block['heading'] === 'string' &&
      SHAPES[kind as BlockKind](block)
    );
  });
}

type Fields = Record<string, unknown>;
const texts = (fields: Fields, ...names: string[]) => names.every((name) => typeof fields[name] === 'string');
const SHAPES: Record<BlockKind, (fields: Fields) => boolean> = {
  text: (fields) => texts(fields, 'text'),
  image: (fields) => texts(fields, 'file', 'alt'),
  video: (fields) => texts(fields, 'url', 'alt'),
  faq: ({ questions }) =>
    Array.isArray(questions) &&
    questions.every(
      (item: unknown) =>
        typeof item === 'object' && item !== null && texts(item as Fields, 'question', 'answer'),
    ),
  showcase: ({ productIds }) =>
    Array.isArray(productIds) && productIds.every((id: unknown) => typeof id === 'string'),
  schedule: () => true,
};
