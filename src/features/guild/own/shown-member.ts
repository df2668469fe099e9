import type { Member } from '../../../domain/member.ts';

/** A member as the pages of his seller know him. */
export type ShownMember = Omit<Member, 'subscriptionId'> & {
  username: string;
  email: string;
  note: string;
  /** Whether he pays at the payment provider; else his months were given. */
  pays: boolean;
};
