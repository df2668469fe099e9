import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `npm run decisions`: writes the index of `docs/decisions` from the decisions themselves. */
export const DECISIONS = fileURLToPath(new URL('../../docs/decisions/', import.meta.url));

/** What each folder of decisions is about, in the order of the index: first the contexts, then what all of them stand on. */
export const FOLDERS = {
  kernel: 'Money, time, text',
  identity: 'People, sessions, sign-in',
  notifications: 'Notifications and mails',
  moderation: 'Reports, cases, limits on strangers',
  payments: 'The payment provider, tax, payouts, invoices',
  catalogue: 'Stores, products, categories',
  assets: 'Files, uploads, meshes, archives',
  guild: 'Guilds, tiers, members, releases',
  commerce: 'Cart, orders, refunds, sales',
  library: 'What people own',
  community: 'Reviews, questions, prints',
  messaging: 'Conversations and broadcasts',
  account: 'What spans a person’s account; the API and webhooks',
  desk: 'The operator desk',
  site: 'Settings, legal texts, what frames each page',
  search: 'The search engine',
  interface: 'How pages look, load and behave',
  front: 'The HTTP server in front: admission, page cache, limits',
  database: 'PocketBase, queries, migrations',
  operations: 'Starting, deploying, backups, several machines',
  structure: 'Where code belongs',
  tests: 'How the project is tested',
} as const;

export const STATUSES = ['holds', 'replaced in part', 'replaced'] as const;

export interface Decision {
  number: string;
  title: string;
  status: string;
  date: string;
  /** Below `docs/decisions`. */
  path: string;
  text: string;
}

/** All decisions, by folder and with the newest first. @throws if one lacks its number, title, status or date. */
export function readDecisions(): Map<string, Decision[]> {
  return new Map(
    Object.keys(FOLDERS).map((folder) => [
      folder,
      readdirSync(`${DECISIONS}${folder}`)
        .map((file) => readDecision(`${folder}/${file}`))
        .sort((a, b) => b.number.localeCompare(a.number)),
    ]),
  );
}

function readDecision(path: string): Decision {
  const text = readFileSync(`${DECISIONS}${path}`, 'utf8');
  const head = /^# (\d{4})\. (.+)\n\n- Status: (.+)\n- Date: (\d{4}-\d\d-\d\d)\n/.exec(text);
  if (!head) throw new Error(`${path} does not begin with number, title, status and date`);
  const [, number = '', title = '', status = '', date = ''] = head;
  return { number, title, status, date, path, text };
}

/** The index as Markdown. */
export function indexOf(decisions: ReadonlyMap<string, readonly Decision[]>): string {
  const line = ({ number, title, status, path }: Decision) =>
    `- [${number}](${path}) ${title}${status === 'holds' ? '' : ` (${status})`}`;
  const sections = [...decisions].map(([folder, rows]) =>
    [`## ${FOLDERS[folder as keyof typeof FOLDERS]} (\`${folder}\`)`, '', ...rows.map(line), ''].join('\n'),
  );
  return [
    '# Decisions',
    '',
    'What was chosen where there was a choice: the situation, what was chosen and rejected, what follows. A decision is not',
    'rewritten: a later one replaces it, and the earlier one says so. `npm run decisions` writes this index.',
    '',
    ...sections,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${DECISIONS}README.md`, indexOf(readDecisions()));
  console.log('docs/decisions/README.md is written.');
}
