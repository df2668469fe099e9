import type { Instant } from '../kernel/instant.ts';
import type { Case } from '../moderation/case.ts';

/** Everything that somebody at the operator desk sees about a case. */
export interface CaseFile {
  case: Case;
  /** Changes with everything that is said in the case; a decision names what it has seen. */
  seen: string;
  /** When it should be decided; null where it is. */
  dueAt: Instant | null;
  openedAt: Instant;
  /** The product it is about, or null. */
  productId: string | null;
  store: { id: string; name: string; slug: string } | null;
  pictures: { collection: 'products' | 'review_photos'; id: string; file: string }[];
  /** The reported message and those before it; empty where no message was reported. */
  messages: CaseMessage[];
  /** Null where the account was deleted. */
  accused: CaseParty | null;
  /** People with an account, at most 5. */
  reporters: CaseParty[];
  /** People without one, by the report that they gave; e-mail addresses are for operators. */
  strangers: { id: string; name: string; email: string }[];
  /** Who decided last; null where nobody did. */
  decidedBy: { name: string; at: Instant } | null;
}

export interface CaseMessage {
  id: string;
  by: 'buyer' | 'store' | 'site';
  text: string;
  at: Instant;
  isReported: boolean;
}

/** One side of a case, with what it had to do with others: as the accused, or as a reporter. */
export interface CaseParty {
  id: string;
  name: string;
  since: Instant;
  strikes: number;
  suspended: boolean;
  upheld: number;
  dismissed: number;
  waiting: number;
}
