import type { SetupStep, Task, TaskKind } from '../../../domain/account/overview.ts';
import { dayText } from '../../../domain/kernel/instant.ts';
import { counted } from '../../../domain/kernel/plural.ts';
import { paths } from '../../../paths.ts';
import type { IconName } from '../../../ui/icons.ts';

/** How a kind of task is shown: title, deadline and link. */
interface TaskLabels {
  icon: IconName;
  /** `count` is at least 1. */
  title: (count: number) => string;
  /** `day` is the deadline, or null if there is none. */
  hint: (day: string | null) => string;
  href: (id: string | null) => string;
}

const WORDS: Record<TaskKind, TaskLabels> = {
  'failed-payment': {
    icon: 'guild',
    title: (count) => counted(count, 'guild could not charge your card', 'guilds could not charge your card'),
    hint: (day) => (day === null ? 'Pay to stay a member.' : `Pay by ${day} to stay a member.`),
    href: (id) => (id === null ? paths.memberships() : paths.membership(id)),
  },
  'refund-request': {
    icon: 'clock',
    title: (count) => counted(count, 'buyer requested a refund', 'buyers requested refunds'),
    hint: (day) =>
      day === null ? 'Answer soon.' : `Without an answer by ${day} it is granted automatically.`,
    href: (id) => (id === null ? paths.messages() : paths.conversation(id)),
  },
  case: {
    icon: 'flag',
    title: (count) => counted(count, 'claim needs your statement', 'claims need your statement'),
    hint: (day) =>
      day === null ? 'Answer before it is decided.' : `Answer by ${day}, before it is decided.`,
    href: () => paths.reports(),
  },
  'business-account': {
    icon: 'store',
    title: () => 'The payment provider needs something from you',
    hint: (day) =>
      day === null
        ? 'Until then you cannot be paid for what you sell.'
        : `Submit it by ${day} to keep receiving payouts.`,
    href: () => paths.businessAccount(),
  },
  'seller-status': {
    icon: 'store',
    title: () => 'Say whether you sell as a trader',
    hint: () => 'Buyers have a right to know. It takes a minute.',
    href: () => paths.storeSettings(),
  },
  'store-suspended': {
    icon: 'flag',
    title: () => 'Your store is suspended',
    hint: () => 'Nobody finds it, and your guild rests. The e-mail we sent you says why and how to answer.',
    href: () => paths.storeSettings(),
  },
  message: {
    icon: 'message',
    title: (count) => counted(count, 'unread message', 'unread messages'),
    hint: () => 'You have new messages.',
    href: () => paths.messages(),
  },
  question: {
    icon: 'person',
    title: (count) => counted(count, 'question about your models', 'questions about your models'),
    hint: () => 'Answers are shown on the model’s page.',
    href: () => paths.sellerQuestions(),
  },
  'pre-order': {
    icon: 'clock',
    title: (count) => `${counted(count, 'pre-ordered model')} to deliver`,
    hint: (day) =>
      day === null ? 'Buyers wait for it.' : `Promised for ${day}; after it buyers are refunded.`,
    href: () => paths.productList(),
  },
  release: {
    icon: 'guild',
    title: (count) => `${counted(count, 'new model')} from your guilds to download`,
    hint: () => 'In your library, yours to keep.',
    href: () => paths.library(),
  },
};

/** The texts and link of a task. */
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

/** How a step of a new seller is shown. */
export const SETUP_LABELS: Record<SetupStep, { title: string; hint: string; href: string }> = {
  logo: {
    title: 'Add a logo',
    hint: 'It is shown beside your name on every page.',
    href: paths.storeSettings(),
  },
  product: {
    title: 'Add your first model',
    hint: 'Drop its files, add a picture and a price.',
    href: paths.sellerProduct(),
  },
  payments: {
    title: 'Set up payouts',
    hint: 'Needed to sell; free models work without.',
    href: paths.businessAccount(),
  },
  open: {
    title: 'Open your store',
    hint: 'Until then only you can see it.',
    href: paths.storeSettings(),
  },
};
