/**
 * The parts of PocketBase's embedded engine that our hooks and migrations use, written by hand: the declarations that
 * PocketBase generates have 800 kB and contain members that do not exist.
 */
declare const __hooks: string;
declare function require(path: string): typeof import('./hooks/main.ts');
declare const $os: { getenv(name: string): string };
declare const $app: App;
declare const $apis: {
  requireSuperuserAuth(): unknown;
  /** Expands relations and unhides what the request's sender may see, in place. */
  enrichRecords(e: RequestEvent, records: StoredRecord[], ...expands: string[]): void;
  /** Answers with a session of the record and mails an alert for a new device. Checks no rule for a superuser's request. */
  recordAuthResponse(e: RequestEvent, record: StoredRecord, method: string, meta: unknown): unknown;
};
declare const $mails: {
  sendRecordOTP(app: App, record: StoredRecord, otpId: string, code: string): void;
};
declare const $security: {
  /** The hash in hexadecimal. */
  sha256(text: string): string;
};
/** Reads at most `max` bytes of a reader or a request body. */
declare function toBytes(source: unknown, max?: number): number[];
declare function toString(source: unknown, max?: number): string;
declare class DynamicModel {
  constructor(shape: Record<string, unknown>);
  [name: string]: unknown;
}
declare function arrayOf<T>(model: T): T[];
declare class BadRequestError extends Error {
  constructor(message: string, data?: unknown);
}
declare class NotFoundError extends Error {
  constructor(message: string);
}
declare class UnauthorizedError extends Error {
  constructor(message: string);
}
declare class TooManyRequestsError extends Error {
  constructor(message: string);
}
declare class MailerMessage {
  constructor(message: {
    from: { address: string; name: string };
    to: { address: string }[];
    subject: string;
    html: string;
  });
}
declare class SubscriptionMessage {
  constructor(message: { name: string; data: string });
}
declare class ValidationError extends Error {
  constructor(code: string, message: string);
}

declare class Collection {
  constructor(shape: object);
  id: string;
  fields: {
    add(field: unknown): void;
    removeByName(name: string): void;
    getByName(name: string): Record<string, unknown>;
    /** As `_collections` has them: with the type of each, which JSON.stringify leaves out. In bytes. */
    marshalJSON(): unknown;
  };
  [name: string]: unknown;
}

interface Query {
  bind(params: object): Query;
  execute(): { rowsAffected(): number };
  one(into: object): void;
  all(into: object): void;
}
interface Database {
  newQuery(sql: string): Query;
  setMaxOpenConns(count: number): void;
  setMaxIdleConns(count: number): void;
  /** After how long a connection that rests is closed, in nanoseconds; 0 for never. */
  setConnMaxIdleTime(nanoseconds: number): void;
  /** Takes a connection of its own, and waits for one where all are taken. */
  conn(context: Context): Connection;
}
/** One connection to the database, until `close` gives it back. */
interface Connection {
  execContext(context: Context, sql: string): unknown;
  close(): void;
}
interface Context {
  readonly __context?: never;
}
declare var Context: new () => Context;
declare var Record: new (collection: Collection, data?: object) => StoredRecord;

interface UploadedFile {
  name: string;
  size: number;
  reader: { open(): { close(): void } };
}
interface StoredRecord {
  id: string;
  set(name: string, value: unknown): void;
  get(name: string): unknown;
  getUnsavedFiles(field: string): UploadedFile[];
  collection(): { name: string; id: string };
  /** The record as it was when it was read. */
  original(): StoredRecord;
  load(data: object): void;
  /** Of an account: saving it also makes a new token key. */
  setRandomPassword(): string;
  /** A session's token that cannot be renewed, for so many nanoseconds. */
  newStaticAuthToken(nanoseconds: number): string;
  /** The token of a link that confirms the address. */
  newVerificationToken(): string;
}
interface RealtimeClient {
  id(): string;
  get(name: 'auth'): StoredRecord | null;
  hasSubscription(topic: string): boolean;
  send(message: SubscriptionMessage): void;
}
interface App {
  /** In-memory values shared by all interpreters of the engine. `setFunc` is exclusive. */
  store(): {
    get(key: string): unknown;
    remove(key: string): void;
    setFunc(key: string, change: (old: unknown) => unknown): void;
  };
  subscriptionsBroker(): {
    /** Throws if there is no such connection. */
    clientById(id: string): RealtimeClient;
  };
  db(): Database;
  nonconcurrentDB(): Database;
  concurrentDB(): { db(): Database };
  settings(): Settings;
  newMailClient(): { send(message: MailerMessage): void };
  save(model: unknown): void;
  delete(model: unknown): void;
  findCollectionByNameOrId(name: string): Collection;
  findCachedCollectionByNameOrId(name: string): Collection;
  /** Has the collections read again, after they were changed by SQL. */
  reloadCachedCollections(): void;
  /** Throws "sql: no rows in result set" where there is none. */
  findRecordById(collection: string, id: string): StoredRecord;
  findRecordsByFilter(
    collection: string,
    filter: string,
    sort: string,
    limit: number,
    offset: number,
  ): StoredRecord[];
  runInTransaction(work: (tx: App) => void): void;
}
interface Settings {
  meta: { appName: string; appURL: string; senderName: string; senderAddress: string; hideControls: boolean };
  smtp: { enabled: boolean; host: string; port: number; username: string; password: string; tls: boolean };
  rateLimits: { enabled: boolean; rules: { label: string; audience: string; duration: number; maxRequests: number }[] };
  trustedProxy: { headers: string[]; useLeftmostIP: boolean };
  batch: { enabled: boolean };
  logs: { minLevel: number; maxDays: number };
  [name: string]: unknown;
}
interface RequestEvent {
  app: App;
  request: { body: unknown; url: { query(): { get(name: string): string } } };
  response: { header(): { set(name: string, value: string): void } };
  json(status: number, body: unknown): unknown;
  /** Answers with a text, as it is. Its type is "text/plain" where the header says nothing else. */
  string(status: number, text: string): unknown;
  requestInfo(): { body: { [name: string]: unknown } };
  next(): unknown;
}
interface RealtimeSubscribeEvent {
  app: App;
  auth: StoredRecord | null;
  client: RealtimeClient;
  subscriptions: string[];
  hasSuperuserAuth(): boolean;
  next(): void;
}
interface MailerEvent {
  app: App;
  message: { headers: { [name: string]: string } | null; text: string; html: string };
  next(): void;
}
interface RecordEvent {
  app: App;
  record: StoredRecord;
  next(): unknown;
}
interface RecordAuthRequestEvent extends RecordEvent {
  /** The token that is answered; the record's fields are answered with it. */
  token: string;
  /** How they signed in, such as "password"; "" where a session is renewed. */
  authMethod: string;
}
interface RecordRequestEvent extends RecordEvent {
  /** PocketBase's own declarations have `e.request`, which is undefined in these hooks. */
  requestEvent: {
    request: { body: unknown; header: { get(name: string): string } };
    auth: StoredRecord | null;
  };
  requestInfo(): { body: { [name: string]: unknown } };
}

declare function migrate(up: (app: App) => void, down?: (app: App) => void): void;
declare const routerAdd:
  | ((method: string, path: string, handler: (e: RequestEvent) => unknown, ...middlewares: unknown[]) => void)
  | undefined;
declare function onMailerSend(handler: (e: MailerEvent) => void): void;
declare function onRealtimeSubscribeRequest(handler: (e: RealtimeSubscribeEvent) => void): void;
declare function onRecordAuthRequest(
  handler: (e: RecordAuthRequestEvent) => void,
  ...collections: string[]
): void;
declare function cronAdd(id: string, when: string, job: () => void): void;
declare function onBootstrap(handler: (e: { next(): void }) => void): void;
declare function onRecordCreate(handler: (e: RecordEvent) => void, ...collections: string[]): void;
declare function onRecordUpdate(handler: (e: RecordEvent) => void, ...collections: string[]): void;
declare function onRecordCreateRequest(handler: (e: RecordRequestEvent) => void, ...collections: string[]): void;
declare function onRecordUpdateRequest(handler: (e: RecordRequestEvent) => void, ...collections: string[]): void;
declare function onRecordConfirmVerificationRequest(
  handler: (e: RecordRequestEvent) => void,
  ...collections: string[]
): void;
declare function onRecordDeleteRequest(handler: (e: RecordRequestEvent) => void, ...collections: string[]): void;
/** Creates a field of the given `type`. */
/** A field of a collection. */
declare class Field {
  constructor(shape: object);
  readonly name: string;
  /** The type of its column, with what SQLite fills in: "TEXT DEFAULT '' NOT NULL". */
  columnType(app: App): string;
}
