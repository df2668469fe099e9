import { readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import ts from 'typescript';

/**
 * Derives the table of the provider's API from the declarations of its SDK: for each call its parameters and its answer,
 * for each event its object. The test of this file writes the table to `table.txt`.
 */

/** The calls of the API that the stand-in may model. A call that is not listed here is refused. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  'Checkout/Sessions': [
    'GET /v1/checkout/sessions',
    'POST /v1/checkout/sessions',
    'GET /v1/checkout/sessions/{id}',
    'POST /v1/checkout/sessions/{id}/expire',
    'GET /v1/checkout/sessions/{id}/line_items',
  ],
  PaymentIntents: ['GET /v1/payment_intents', 'GET /v1/payment_intents/{id}'],
  Charges: ['GET /v1/charges', 'GET /v1/charges/{id}'],
  BalanceTransactions: ['GET /v1/balance_transactions', 'GET /v1/balance_transactions/{id}'],
  Balance: ['GET /v1/balance'],
  BalanceSettings: ['GET /v1/balance_settings', 'POST /v1/balance_settings'],
  Refunds: ['GET /v1/refunds', 'POST /v1/refunds', 'GET /v1/refunds/{id}'],
  Disputes: [
    'GET /v1/disputes',
    'GET /v1/disputes/{id}',
    'POST /v1/disputes/{id}',
    'POST /v1/disputes/{id}/close',
  ],
  'Radar/EarlyFraudWarnings': [
    'GET /v1/radar/early_fraud_warnings',
    'GET /v1/radar/early_fraud_warnings/{id}',
  ],
  Transfers: [
    'GET /v1/transfers',
    'POST /v1/transfers',
    'GET /v1/transfers/{id}',
    'GET /v1/transfers/{id}/reversals',
    'POST /v1/transfers/{id}/reversals',
  ],
  Customers: [
    'GET /v1/customers',
    'POST /v1/customers',
    'GET /v1/customers/{id}',
    'POST /v1/customers/{id}',
    'GET /v1/customers/{id}/payment_methods',
  ],
  Products: ['GET /v1/products', 'POST /v1/products', 'GET /v1/products/{id}', 'POST /v1/products/{id}'],
  Prices: ['GET /v1/prices', 'POST /v1/prices', 'GET /v1/prices/{id}', 'POST /v1/prices/{id}'],
  Subscriptions: [
    'GET /v1/subscriptions',
    'POST /v1/subscriptions',
    'GET /v1/subscriptions/{id}',
    'POST /v1/subscriptions/{id}',
    'DELETE /v1/subscriptions/{id}',
  ],
  Invoices: [
    'GET /v1/invoices',
    'GET /v1/invoices/{id}',
    'POST /v1/invoices/create_preview',
    'POST /v1/invoices/{id}/finalize',
    'POST /v1/invoices/{id}/pay',
    'POST /v1/invoices/{id}/void',
  ],
  InvoicePayments: ['GET /v1/invoice_payments', 'GET /v1/invoice_payments/{id}'],
  PaymentMethods: [
    'GET /v1/payment_methods',
    'GET /v1/payment_methods/{id}',
    'POST /v1/payment_methods/{id}/attach',
  ],
  ApplicationFees: ['GET /v1/application_fees', 'GET /v1/application_fees/{id}'],
  Payouts: ['GET /v1/payouts', 'GET /v1/payouts/{id}'],
  Events: ['GET /v1/events', 'GET /v1/events/{id}'],
  Accounts: [
    'GET /v1/account',
    'POST /v1/accounts/{id}/login_links',
    'GET /v1/accounts/{id}/external_accounts',
  ],
  'BillingPortal/Sessions': ['POST /v1/billing_portal/sessions'],
  'BillingPortal/Configurations': [
    'GET /v1/billing_portal/configurations',
    'POST /v1/billing_portal/configurations',
    'GET /v1/billing_portal/configurations/{id}',
    'POST /v1/billing_portal/configurations/{id}',
  ],
  WebhookEndpoints: [
    'GET /v1/webhook_endpoints',
    'POST /v1/webhook_endpoints',
    'GET /v1/webhook_endpoints/{id}',
    'POST /v1/webhook_endpoints/{id}',
    'DELETE /v1/webhook_endpoints/{id}',
  ],
  TaxRates: ['GET /v1/tax_rates/{id}'],
  'Tax/Settings': ['GET /v1/tax/settings', 'POST /v1/tax/settings'],
  'Tax/Registrations': ['GET /v1/tax/registrations', 'POST /v1/tax/registrations'],
  'V2/Core/Accounts': ['POST /v2/core/accounts', 'GET /v2/core/accounts/{id}'],
  'V2/Core/AccountLinks': ['POST /v2/core/account_links'],
  'V2/Core/Events': ['GET /v2/core/events/{id}'],
  'V2/Core/EventDestinations': [
    'GET /v2/core/event_destinations',
    'POST /v2/core/event_destinations',
    'GET /v2/core/event_destinations/{id}',
    'POST /v2/core/event_destinations/{id}',
    'POST /v2/core/event_destinations/{id}/enable',
    'POST /v2/core/event_destinations/{id}/disable',
  ],
};

/** Objects that no call answers, but others show. */
const MORE_OBJECTS = [
  'Reviews',
  'BankAccounts',
  'Cards',
  'TransferReversals',
  'LineItems',
  'InvoiceLineItems',
  'SubscriptionItems',
  'FeeRefunds',
  'LoginLinks',
  'Plans',
];

/** Types that are written as `other`: their content is not compared. */
const OTHER = new Set([
  'Tax.RegistrationCreateParams.CountryOptions',
  'Tax.Registration.CountryOptions',
  'V2.Core.AccountCreateParams.Configuration.Merchant',
  'V2.Core.AccountCreateParams.Configuration.Customer',
  'V2.Core.AccountCreateParams.Identity.Individual',
  'V2.Core.Account.Configuration.Merchant',
  'V2.Core.Account.Configuration.Customer',
  'V2.Core.Account.Identity.Individual',
  'V2.Core.Account.Identity.BusinessDetails',
]);
/** A type with this field has one for each way of paying; only these are written, the rest as `other`. */
const WAY_OF_PAYING = 'acss_debit';
const WAYS_OF_PAYING = ['card', 'us_bank_account'];
/** Lists of more words than this stand on a line of their own, once. */
const LONG = 12;
const EMPTY = '-';

/** The table, one line for each call, event and type. */
export function deriveTable(resources: string): string {
  const files = [...Object.keys(CALLS), ...MORE_OBJECTS].map((name) => `${resources}/${name}.d.ts`);
  const program = ts.createProgram(files, { skipLibCheck: true, strict: true, noEmit: true, types: [] });
  const checker = program.getTypeChecker();
  const types = new Map<string, string>();
  const words = new Map<string, string>();
  const waiting: { name: string; type: ts.Type }[] = [];
  const lines: string[] = [];

  for (const [resource, wanted] of Object.entries(CALLS)) {
    const made = callsOf(program, checker, `${resources}/${resource}`);
    for (const call of wanted) {
      const found = made.get(call);
      if (!found) throw new Error(`The SDK's ${resource} has no ${call}.`);
      lines.push(`call ${call} ${found.sends ? written(found.sends) : EMPTY} ${written(found.answers)}`);
    }
  }
  const events = program.getSourceFile(`${resources}/Events.d.ts`);
  if (!events) throw new Error('The SDK has no Events.d.ts.');
  for (const statement of events.statements) {
    if (!ts.isInterfaceDeclaration(statement) || !/.Event$/.test(statement.name.text)) continue;
    const type = checker.getTypeAtLocation(statement.name);
    const kind = typeOfField(type, 'type');
    const object = typeOfField(typeOfField(type, 'data'), 'object');
    if (kind?.isStringLiteral() && object && isWanted(object))
      lines.push(`event ${kind.value} ${written(object)}`);
    else if (kind?.isStringLiteral()) lines.push(`event ${kind.value} any`);
  }
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { name, type } = next;
    const isOfWays = type.getProperty(WAY_OF_PAYING) !== undefined;
    const fields = checker.getPropertiesOfType(type).map((field) => {
      const optional = (field.flags & ts.SymbolFlags.Optional) !== 0;
      const isOther = isOfWays && optional && !WAYS_OF_PAYING.includes(field.name);
      const content = isOther ? 'other' : written(checker.getTypeOfSymbol(field), `${name}.${field.name}`);
      return `${field.name}${optional ? '?' : ''}:${content}`;
    });
    types.set(name, `type ${name} ${fields.join(' ')}`);
  }
  const lists = [...words].map(([list, name]) => `words ${name} ${list}`);
  return `${[...lines, ...[...types.values()].sort(), ...lists].join('\n')}\n`;

  function typeOfField(type: ts.Type | undefined, name: string): ts.Type | undefined {
    const field = type?.getProperty(name);
    return field && checker.getTypeOfSymbol(field);
  }

  /** A type as one word: names, literals, `A|B`, `[A]` for lists, `{A}` for free names, `<A>` for a page of a list. */
  function written(type: ts.Type, place = ''): string {
    if (type.isUnion()) {
      const parts = new Set(
        type.types
          .filter((one) => (one.flags & ts.TypeFlags.Undefined) === 0)
          .map((one) => written(one, place)),
      );
      if (parts.has('true') && parts.has('false')) {
        parts.delete('true');
        parts.delete('false');
        parts.add('boolean');
      }
      // A list of words that newer versions may extend is as closed as this version knows it.
      if (type.types.some(isOpenText) && [...parts].some((part) => part.startsWith('"')))
        parts.delete('string');
      return shared([...parts].sort());
    }
    const { flags } = type;
    if (flags & ts.TypeFlags.StringLiteral) return JSON.stringify((type as ts.StringLiteralType).value);
    if (flags & ts.TypeFlags.NumberLiteral) return String((type as ts.NumberLiteralType).value);
    if (flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type);
    if (flags & ts.TypeFlags.String) return 'string';
    if (flags & ts.TypeFlags.Number) return 'number';
    if (flags & ts.TypeFlags.BigInt) return 'string';
    if (flags & ts.TypeFlags.Null) return 'null';
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'any';
    if (type.isIntersection()) {
      if (isOpenText(type)) return 'string';
      // An answer: the object, and the headers beside it.
      const [object] = type.types;
      if (object && type.getProperty('lastResponse')) return written(object, place);
    }
    if (checker.isArrayType(type)) return `[${written(firstArgument(type), place)}]`;
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const named = symbol?.name ?? '';
    if (named === 'Decimal') return 'string';
    if (named === 'Buffer' || named === 'Uint8Array') return 'any';
    if (named === 'ApiList' || named === 'ApiListPromise') return `<${written(firstArgument(type), place)}>`;
    if (named === 'V2List' || named === 'V2ListPromise') return `(${written(firstArgument(type), place)})`;
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) return `{${written(index.type, place)}}`;
    if (!isWanted(type)) return 'other';
    const name = nameOf(type, place);
    if (OTHER.has(name)) return 'other';
    if (!types.has(name)) {
      types.set(name, '');
      waiting.push({ name, type });
    }
    return name;
  }

  function shared(parts: readonly string[]): string {
    const literals = parts.filter((part) => part.startsWith('"'));
    if (literals.length <= LONG) return parts.join('|');
    const list = literals.join('|');
    const name = words.get(list) ?? `#${words.size + 1}`;
    words.set(list, name);
    return [name, ...parts.filter((part) => !part.startsWith('"'))].join('|');
  }

  function firstArgument(type: ts.Type): ts.Type {
    const [first] = checker.getTypeArguments(type as ts.TypeReference);
    if (!first) throw new Error(`${checker.typeToString(type)} has no argument.`);
    return first;
  }

  function fileOf(type: ts.Type): string {
    const file = type.getSymbol()?.declarations?.[0]?.getSourceFile().fileName ?? '';
    return relative(resources, file)
      .split(sep)
      .join('/')
      .replace(/\.d\.ts$/, '');
  }

  /** Whether objects of this type are modelled: those of other resources are only ever shown by their id. */
  function isWanted(type: ts.Type): boolean {
    const file = fileOf(type);
    if (file === 'Events' || file === 'V2/Core/Events')
      return type.getSymbol()?.name.endsWith('Params') === true;
    return file.startsWith('..') || file in CALLS || MORE_OBJECTS.includes(file);
  }

  /** A name that is unique: resources in folders carry the folder's name. */
  function nameOf(type: ts.Type, place: string): string {
    const symbol = type.getSymbol();
    const full = symbol === undefined ? place : checker.getFullyQualifiedName(symbol).replace(/^".*"\./, '');
    if (/__type|^\W*$/.test(full)) return place;
    const folder = dirname(fileOf(type)).replaceAll('/', '.');
    const prefix = folder.startsWith('.') ? '' : `${folder}.`;
    return full.startsWith(prefix) ? full : prefix + full;
  }
}

/** `string & {}`: a text whose list of words is not closed. */
function isOpenText(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some((one) => (one.flags & ts.TypeFlags.String) !== 0);
}

/** The methods of a resource with their addresses, which only the JavaScript beside the declarations tells. */
function callsOf(
  program: ts.Program,
  checker: ts.TypeChecker,
  path: string,
): Map<string, { sends: ts.Type | null; answers: ts.Type }> {
  const source = program.getSourceFile(`${path}.d.ts`);
  if (!source) throw new Error(`The SDK has no ${path}.`);
  const addresses = addressesIn(readFileSync(`${path}.js`, 'utf8'));
  const found = new Map<string, { sends: ts.Type | null; answers: ts.Type }>();
  for (const statement of source.statements.filter(ts.isClassDeclaration)) {
    for (const member of statement.members.filter(ts.isMethodDeclaration)) {
      const address = addresses.get(member.name.getText());
      const signature = checker.getSignatureFromDeclaration(member);
      if (!address || !signature) continue;
      const params = member.parameters.find((one) => one.name.getText() === 'params')?.type;
      const sends = params ? checker.getTypeFromTypeNode(params) : null;
      const answer = signature.getReturnType();
      const isPromise = answer.getSymbol()?.name === 'Promise';
      const [inner] = isPromise ? checker.getTypeArguments(answer as ts.TypeReference) : [];
      if (!found.has(address)) found.set(address, { sends, answers: inner ?? answer });
    }
  }
  return found;
}

/** The address of each method: `'POST', `/v1/transfers/${encodeURIComponent(id)}`` is "POST /v1/transfers/{id}". */
function addressesIn(code: string): Map<string, string> {
  const found = new Map<string, string>();
  let method = '';
  for (const line of code.split('\n')) {
    method = /^ {4}(?:async )?(\w+)\(.*\) \{$/.exec(line)?.[1] ?? method;
    const sent = /_makeRequest\('(\w+)', ['`]([^'`]+)['`]/.exec(line);
    if (sent && !found.has(method))
      found.set(
        method,
        `${sent[1]} ${(sent[2] ?? '').replaceAll(/\$\{encodeURIComponent\(\w+\)\}/g, '{id}')}`,
      );
  }
  return found;
}
