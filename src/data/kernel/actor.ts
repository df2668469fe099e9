import type PocketBase from 'pocketbase';

/** Somebody at the operator desk, as the audit log names them. */
export interface Actor {
  id: string;
  name: string;
  role: 'operator' | 'moderator';
}

/** Pages are built apart from the server and have this module twice, so the place is a symbol that both share. */
const ACTOR = Symbol.for('the person whose deeds the audit log writes');
type Acting = PocketBase & { [ACTOR]?: Actor };

/**
 * The same client in this person's hands: transactions through it name the person in the audit log. Single records that are
 * written without a transaction are not named; a deed at the desk is a transaction.
 */
export function actingAs(pb: PocketBase, actor: Actor): PocketBase {
  const acting: Acting = Object.create(pb);
  acting[ACTOR] = actor;
  return acting;
}

/** In whose hands a client is, or null. */
export function actorOf(pb: PocketBase): Actor | null {
  return (pb as Acting)[ACTOR] ?? null;
}
