import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  AGREED_TEXTS,
  type LegalDraft,
  type LegalName,
  type LegalVersion,
  textsToAgree,
  versionInForce,
} from '../../domain/site/legal-text.ts';
import { deskTransaction, withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** Far more than are ever published. */
const VERSIONS_MOST = 500;
/** An account that is younger was made by the request that asks. In ms. */
const JUST_NOW_MS = 10_000;

const t = tables.legalTexts.as('t');
const c = tables.legalConsents.as('c');
const u = tables.users.as('u');

const VERSION = shape({
  name: t.name,
  version: t.version,
  inForceAt: t.inForceAt,
  summary: t.summary,
  publishedBy: t.publishedBy,
  publishedAt: t.created,
});
const BODY = shape({ body: t.body });
const AGREED = shape({ name: c.name, version: c.version });
const PERSON = shape({ id: u.id });

/** Every published version, newest first, without its words. */
export async function legalVersions(pb: PocketBase): Promise<LegalVersion[]> {
  const [rows] = await ask(
    pb,
    select(VERSION, sql`SELECT ${VERSION} FROM legal_texts t ORDER BY t.name, t.version DESC LIMIT {:most}`, {
      most: VERSIONS_MOST,
    }),
  );
  return rows;
}

/** The words of one version in Markdown; null where there is none. */
export async function legalBody(pb: PocketBase, name: LegalName, version: number): Promise<string | null> {
  const [rows] = await ask(
    pb,
    select(BODY, sql`SELECT ${BODY} FROM legal_texts t WHERE t.name = {:name} AND t.version = {:version}`, {
      name,
      version,
    }),
  );
  return rows[0]?.body ?? null;
}

/** The versions of one text, and the one in force with its words; null for the built-in text. */
export async function legalText(
  pb: PocketBase,
  name: LegalName,
  now: Instant,
): Promise<{ versions: LegalVersion[]; current: (LegalVersion & { body: string }) | null }> {
  const versions = (await legalVersions(pb)).filter((one) => one.name === name);
  const current = versionInForce(versions, now);
  const body = current && (await legalBody(pb, name, current.version));
  return { versions, current: current && body !== null ? { ...current, body } : null };
}

/**
 * Publishes a version after the one that was seen (0 for none). False where somebody else has published one meanwhile.
 */
export async function publishLegalText(
  pb: PocketBase,
  person: Actor,
  { name, body, summary, inForceAt }: LegalDraft,
  seen: number,
  now: Instant,
): Promise<boolean> {
  const id = newRecordId();
  const steps = deskTransaction(pb, person).exec(
    sql`INSERT INTO legal_texts (id, name, version, body, summary, inForceAt, publishedBy, created)
      SELECT {:id}, {:name}, {:seen} + 1, {:body}, {:summary}, {:inForceAt}, {:by}, {:now}
        WHERE {:seen} = COALESCE((SELECT max(version) FROM legal_texts WHERE name = {:name}), 0)`,
    { id, name, seen, body, summary, inForceAt: dateOf(inForceAt), by: person.name, now: dateOf(now) },
    { expect: 1, else: 'changed-meanwhile' },
  );
  const detail = `${name}, version ${seen + 1}, in force from ${dateOf(inForceAt).slice(0, 16)} UTC: ${summary}`;
  withDeed(steps, { deed: 'texts.publish', collection: 'legal_texts', record: id, detail }, now);
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}

/** What somebody has agreed to, by text and version. */
export async function agreedTexts(
  pb: PocketBase,
  userId: string,
): Promise<{ name: string; version: number }[]> {
  const [rows] = await ask(
    pb,
    select(AGREED, sql`SELECT ${AGREED} FROM legal_consents c WHERE c.[[user]] = {:userId}`, { userId }),
  );
  return rows;
}

/** The texts in force that somebody has not agreed to yet. */
export async function textsToAgreeOf(pb: PocketBase, userId: string, now: Instant): Promise<LegalVersion[]> {
  const [versions, agreed] = await Promise.all([legalVersions(pb), agreedTexts(pb, userId)]);
  return textsToAgree(versions, agreed, now);
}

/** Records the agreement of whoever has just signed up with this address; nothing where the account is older. */
export async function recordSignUpAgreement(pb: PocketBase, email: string, now: Instant): Promise<void> {
  const [rows] = await ask(
    pb,
    select(PERSON, sql`SELECT ${PERSON} FROM users u WHERE u.email = {:email} AND u.created >= {:since}`, {
      email,
      since: dateOf(now - JUST_NOW_MS),
    }),
  );
  const [made] = rows;
  if (made) await recordAgreement(pb, made.id, 'sign-up', now);
}

/**
 * Records that somebody agreed to the texts that are in force: the built-in ones as version 0. The first time of each version
 * stays.
 */
export async function recordAgreement(
  pb: PocketBase,
  userId: string,
  via: 'sign-up' | 'checkout' | 'asked',
  now: Instant,
): Promise<void> {
  const steps = transaction(pb);
  for (const name of AGREED_TEXTS)
    steps.exec(
      sql`INSERT OR IGNORE INTO legal_consents (id, [[user]], name, version, via, at)
        SELECT ${NEW_ID_SQL}, {:userId}, {:name}, COALESCE((SELECT max(version) FROM legal_texts
          WHERE name = {:name} AND inForceAt <= {:now}), 0), {:via}, {:now}
        WHERE EXISTS (SELECT 1 FROM users WHERE id = {:userId})`,
      { userId, name, via, now: dateOf(now) },
    );
  await steps.run();
}
