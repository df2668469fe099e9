import { listen } from '../../data/listening.ts';
import type { LiveNews } from '../../domain/live.ts';

/** The one live line of this page, opened when somebody first wants to hear, whoever it is. */
const hearing = new Set<(news: LiveNews) => void>();
const comingBack = new Set<() => void>();
let isOpen = false;
let wasLive = false;

/** Hears every knock for the person who is signed in. Answers what ends it. */
export function onNews(hear: (news: LiveNews) => void): () => void {
  hearing.add(hear);
  open();
  return () => hearing.delete(hear);
}

/** Hears when the line is there again after a cut: what was missed is asked for then. Answers what ends it. */
export function onLine(back: () => void): () => void {
  comingBack.add(back);
  open();
  return () => comingBack.delete(back);
}

function open(): void {
  if (isOpen) return;
  isOpen = true;
  listen(
    (news) => {
      for (const hear of hearing) hear(news);
    },
    (state) => {
      if (state !== 'listening') return;
      // Whoever opened the line has just asked for himself.
      if (wasLive) isBack();
      wasLive = true;
    },
  );
  // Before the live line stands again, and also where it cannot be had at all.
  addEventListener('online', isBack);
}

function isBack(): void {
  for (const back of comingBack) back();
}
