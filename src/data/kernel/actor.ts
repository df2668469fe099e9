import type PocketBase from 'pocketbase';

/** Somebody at the operator desk, as the audit log names them. */
export interface Actor {
  id: string;
  name: string;
  role: 'operator' | 'moderator';
}

/** A seller or one of a store's staff, or a person whom a change concerns; named by their id alone. */
interface Somebody {
  id: string;
  name: '';
  role: 'seller' | 'person';
}

/** Pages are built apart from the server and have this module twice, so the place is a symbol that both share. */
const ACTOR = Symbol.for('the person whose deeds the audit log writes');
type Acting = PocketBase & { [ACTOR]?: Actor | Somebody };

/**
 * The same client in this person's hands: transactions through it name the person in the audit log. Single records that are
 * written without a transaction are not named; a deed at the desk is a transaction.
 */
export function actingAs(pb: PocketBase, actor: Actor | Somebody): PocketBase {
  const acting: Acting = Object.create(pb);
  acting[ACTOR] = actor;
  return acting;
}

/** The same client in the hands of a seller or of a store's staff: what they may change, the database decides. */
export function asSeller(pb: PocketBase, userId: string): PocketBase {
  return actingAs(pb, { id: userId, name: '', role: 'seller' });
}

/** The same client in the hands of a person whom a change concerns, such as the accused of a case. */
export function asPerson(pb: PocketBase, userId: string): PocketBase {
  return actingAs(pb, { id: userId, name: '', role: 'person' });
}

/** In whose hands a client is, or null. */
export function actorOf(pb: PocketBase): Actor | Somebody | null {
  return (pb as Acting)[ACTOR] ?? null;
}
