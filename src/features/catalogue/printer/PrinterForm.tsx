import { useState } from 'react';
import {
  type PrinterField,
  printerRefusals,
  RESIN_CURRENCIES,
  type ResinCurrency,
} from '../../../domain/catalogue/print/my-printer.ts';
import { typedNumber } from '../../../domain/catalogue/print/print-settings.ts';
import { COMMON_PRINTERS, PRINTER_KINDS } from '../../../domain/catalogue/print/printers.ts';
import { dollarsText, parseCents } from '../../../domain/kernel/money.ts';
import { Field, Form, Select } from '../../../ui/Form.tsx';
import type { SentPrinter } from './usePrinters.ts';

const SIDES = { x: 'Width in mm', y: 'Depth in mm', z: 'Height in mm' } as const;
const CHOICES = [
  ['', 'Another printer'],
  ...COMMON_PRINTERS.map(({ name, kind }) => [name, `${name} (${PRINTER_KINDS[kind]})`] as const),
] as const;

/** Enters a printer: from the list of common ones, or by its measures. The same rule checks it here and on the server. */
export function PrinterForm({
  printer,
  busy,
  serverError,
  onSave,
  onCancel,
}: {
  printer: SentPrinter | null;
  busy: boolean;
  serverError: (field: string) => string | undefined;
  onSave: (printer: SentPrinter) => void;
  onCancel: (() => void) | null;
}) {
  const [typed, setTyped] = useState(() => ({
    name: printer?.name ?? '',
    x: printer ? String(printer.volume.x) : '',
    y: printer ? String(printer.volume.y) : '',
    z: printer ? String(printer.volume.z) : '',
    resin: printer?.resinCents == null ? '' : dollarsText(printer.resinCents),
    currency: printer?.currency ?? ('USD' as ResinCurrency),
  }));
  const [refusals, setRefusals] = useState<Partial<Record<PrinterField, string>>>({});
  const change = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part });
  const error = (field: PrinterField) => refusals[field] ?? serverError(field);
  const choose = (name: string) => {
    const common = COMMON_PRINTERS.find((one) => one.name === name);
    if (common) {
      const { x, y, z } = common.volume;
      change({ name, x: String(x), y: String(y), z: String(z) });
    }
  };
  const send = () => {
    const side = (name: keyof typeof SIDES) => typedNumber(typed[name]) ?? Number.NaN;
    const sent = {
      id: printer?.id ?? null,
      name: typed.name,
      volume: { x: side('x'), y: side('y'), z: side('z') },
      // What is no amount is refused by the rule.
      resinCents: typed.resin.trim() === '' ? null : (parseCents(typed.resin) ?? Number.NaN),
      currency: typed.currency,
    };
    const found = printerRefusals(sent);
    setRefusals(found);
    if (Object.keys(found).length === 0) onSave(sent);
  };
  return (
    <Form busy={busy} label={printer ? 'Save printer' : 'Add printer'} onSend={send}>
      <Select
        label="Common printers"
        name="common"
        value={COMMON_PRINTERS.some(({ name }) => name === typed.name) ? typed.name : ''}
        options={CHOICES}
        hint="Fills in name and build volume, as its maker states them."
        onChange={choose}
      />
      <Field
        label="Name"
        name="name"
        value={typed.name}
        error={error('name')}
        onChange={(name) => change({ name })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        {(Object.keys(SIDES) as (keyof typeof SIDES)[]).map((name) => (
          <Field
            key={name}
            label={SIDES[name]}
            name={name}
            inputMode="decimal"
            value={typed[name]}
            error={error(name)}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Price of a litre of resin"
          name="resinCents"
          required={false}
          inputMode="decimal"
          hint="Optional. What you pay, such as 29.90."
          value={typed.resin}
          error={error('resinCents')}
          onChange={(resin) => change({ resin })}
        />
        <Select
          label="Currency"
          name="currency"
          value={typed.currency}
          options={RESIN_CURRENCIES.map((code) => [code, code] as const)}
          error={error('currency')}
          onChange={(currency) => change({ currency: currency as ResinCurrency })}
        />
      </div>
      {onCancel && (
        <button type="button" className="link min-h-11 justify-self-start" onClick={onCancel}>
          Cancel
        </button>
      )}
    </Form>
  );
}
