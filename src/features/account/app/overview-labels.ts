import type { Task, TaskKind } from '../../../domain/account/overview.ts';
import { dayText } from '../../../domain/kernel/instant.ts';
import { paths } from '../../../paths.ts';
import type { IconName } from '../../../ui/icons.ts';

/** How a kind of task is told: what waits, what happens where nobody acts, and where it is done. */
interface TaskLabels {
  icon: IconName;
  /** `count` is at least 1. */
  title: (count: number) => string;
  /** `day` is the last one, or null where there is none. */
  hint: (day: string | null) => string;
  href: (id: string | null) => string;
}

const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);

const WORDS: Record<TaskKind, TaskLabels> = {
  'failed-payment': {
    icon: 'guild',
    title: (count) => many(count, 'guild could not charge your card', 'guilds could not charge your card'),
    hint: (day) => (day === null ? 'Pay to keep your place.' : `Pay by ${day} to keep your place.`),
    href: (id) => (id === null ? paths.memberships() : paths.membership(id)),
  },
  'refund-request': {
    icon: 'clock',
    title: (count) => many(count, 'buyer asks for money back', 'buyers ask for money back'),
    hint: (day) => (day === null ? 'Answer soon.' : `Without an answer by ${day} it is granted by itself.`),
    href: (id) => (id === null ? paths.messages() : paths.conversation(id)),
  },
  case: {
    icon: 'flag',
    title: (count) => many(count, 'claim waits for your side of it', 'claims wait for your side of them'),
    hint: (day) =>
      day === null ? 'Say it before it is decided.' : `Say it by ${day}, before it is decided.`,
    href: () => paths.reports(),
  },
  'business-account': {
    icon: 'store',
    title: () => 'The payment provider needs something from you',
    hint: (day) =>
      day === null
        ? 'Until then you cannot be paid for what you sell.'
        : `Hand it in by ${day} to stay paid.`,
    href: () => paths.businessAccount(),
  },
  message: {
    icon: 'message',
    title: (count) => many(count, 'unread message', 'unread messages'),
    hint: () => 'Somebody wrote to you.',
    href: () => paths.messages(),
  },
  question: {
    icon: 'person',
    title: (count) => many(count, 'question about your models', 'questions about your models'),
    hint: () => 'An answer stands on the model’s page for everybody.',
    href: () => paths.sellerQuestions(),
  },
};

/** A task as a person reads it. */
export function taskLabels({ kind, count, until, id }: Task): {
  icon: IconName;
  title: string;
  hint: string;
  href: string;
} {
  const words = WORDS[kind];
  return {
    icon: words.icon,
    title: words.title(count),
    hint: words.hint(until === null ? null : dayText(until)),
    href: words.href(id),
  };
}
