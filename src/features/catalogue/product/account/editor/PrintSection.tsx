import { useState } from 'react';
import {
  MATERIALS,
  type Material,
  PRINT_SUPPORTS,
  PRINTER_NAME_MAX,
  type PrintSettings,
  type PrintSupports,
  typedNumber,
} from '../../../../../domain/catalogue/print/print-settings.ts';
import { Field, Section, Select } from '../../../../../ui/Form.tsx';
import type { EditorPart } from './props.ts';

const UNSPECIFIED = ['', 'Not specified'] as const;
const MATERIAL_OPTIONS = [UNSPECIFIED, ...Object.entries(MATERIALS)];
const SUPPORT_OPTIONS = [UNSPECIFIED, ...Object.entries(PRINT_SUPPORTS)];

/** How the seller advises to print the model: shown on its page, and some of it searched. */
export function PrintSection({ editor, text }: EditorPart) {
  const { set, problem } = editor;
  const { print } = text;
  const change = (part: Partial<PrintSettings>) => set({ print: { ...print, ...part } });
  return (
    <Section
      title="Print settings"
      intro="What you printed it with yourself. Buyers see it on the page, and search finds material, layer height, exposure and supports."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Material"
          name="material"
          value={print.material ?? ''}
          options={MATERIAL_OPTIONS}
          error={problem('material')}
          onChange={(material) => change({ material: material === '' ? null : (material as Material) })}
        />
        <Select
          label="Printed with"
          name="printSupports"
          value={print.supports ?? ''}
          options={SUPPORT_OPTIONS}
          error={problem('printSupports')}
          onChange={(supports) => change({ supports: supports === '' ? null : (supports as PrintSupports) })}
        />
        <NumberField
          label="Layer height in mm"
          name="layerMm"
          value={print.layerMm}
          error={problem('layerMm')}
          onChange={(layerMm) => change({ layerMm })}
        />
        <NumberField
          label="Exposure in seconds"
          name="exposureS"
          value={print.exposureS}
          hint="Of a normal layer. Resin only."
          error={problem('exposureS')}
          onChange={(exposureS) => change({ exposureS })}
        />
        <Field
          label="Printer"
          name="printPrinter"
          required={false}
          maxLength={PRINTER_NAME_MAX}
          value={print.printer}
          error={problem('printPrinter')}
          onChange={(printer) => change({ printer })}
        />
      </div>
    </Section>
  );
}

/** A number with decimals. It keeps what is typed, so that "0." can become "0.05". */
function NumberField({
  value,
  onChange,
  ...rest
}: {
  label: string;
  name: string;
  value: number | null;
  hint?: string;
  error: string | undefined;
  onChange: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState('');
  // What was loaded or discarded replaces what was typed.
  const shown = Object.is(typedNumber(typed), value) ? typed : String(value ?? '');
  return (
    <Field
      {...rest}
      required={false}
      inputMode="decimal"
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(typedNumber(text));
      }}
    />
  );
}
