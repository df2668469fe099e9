import PDFDocument from 'pdfkit';
import { countryName } from '../../domain/kernel/countries.ts';
import { dayText } from '../../domain/kernel/instant.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import {
  type InvoiceParty,
  invoiceSums,
  rateText,
  sumsByRate,
  TAX_INVOICE_TITLES,
  type TaxInvoice,
  taxNote,
} from '../../domain/payments/tax-invoice.ts';
import { textRuns, UNKNOWN_LETTER } from './invoice-fonts.ts';

/** Measures of the page, in points: A4. */
const LEFT = 56;
const RIGHT = 539;
const TOP = 56;
const BOTTOM = 760;
const SIZE = 9.5;
const LINE = 14;
const WIDTH = RIGHT - LEFT;

const INK = '#1d1a16';
const SOFT = '#5c554b';

interface Style {
  size?: number;
  isBold?: boolean;
  color?: string;
  align?: 'left' | 'right';
}

/** The columns of the table, by their right or left edge. */
const COLUMNS = [
  { title: 'Description', x: LEFT, width: 230, align: 'left' },
  { title: 'Net', x: LEFT + 234, width: 62, align: 'right' },
  { title: 'Tax rate', x: LEFT + 298, width: 56, align: 'right' },
  { title: 'Tax', x: LEFT + 356, width: 58, align: 'right' },
  { title: 'Total', x: LEFT + 416, width: WIDTH - 416, align: 'right' },
] as const;

/**
 * Prints an invoice as a PDF that screen readers can read (PDF/UA). The same invoice always gives the same bytes: the document
 * says when the invoice was issued, not when it was printed.
 */
export function printInvoice(invoice: TaxInvoice): Promise<Buffer> {
  const issued = new Date(invoice.issuedAt);
  const title = `${TAX_INVOICE_TITLES[invoice.kind]} ${invoice.number}`;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    // The declarations of the library do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: invoice.content.seller.name, CreationDate: issued, ModDate: issued },
  });
  const chunks: Buffer[] = [];
  const printed = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  new InvoicePage(doc).draw(title, invoice);
  doc.end();
  return printed;
}

/** Draws from top to bottom and goes on with a new page where one is full. */
class InvoicePage {
  private y = TOP;
  private isWhole = true;
  private readonly registered = new Set<string>();
  private readonly root: PDFKit.PDFStructureElement;
  private readonly doc: PDFKit.PDFDocument;

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc;
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  draw(title: string, invoice: TaxInvoice): void {
    const { content, currency } = invoice;
    this.paragraph('H1', title, { size: 20, isBold: true });
    this.y += 8;
    for (const [name, value] of factsOf(invoice)) this.fact(name, value);
    this.y += 10;
    this.parties(content.seller, content.buyer);
    this.table(
      content.lines.map((line) => [
        line.text,
        moneyText(line.netCents),
        rateText(line.taxPercent),
        moneyText(line.taxCents),
        moneyText(line.grossCents),
      ]),
    );
    this.y += 12;
    for (const sum of sumsByRate(content.lines))
      this.row([
        `Sum${sum.taxPercent === null ? '' : ` at ${rateText(sum.taxPercent)}`}`,
        moneyText(sum.netCents),
        rateText(sum.taxPercent),
        moneyText(sum.taxCents),
        moneyText(sum.grossCents),
      ]);
    this.rule();
    const { netCents, taxCents, grossCents } = invoiceSums(content.lines);
    const total = ['Total', moneyText(netCents), '', moneyText(taxCents), moneyText(grossCents)];
    this.row(total, { isBold: true });
    this.y += 14;
    for (const note of notesOf(invoice, currency)) this.paragraph('P', note, { color: SOFT });
    if (!this.isWhole)
      this.paragraph('P', `Letters that this document cannot show are written as “${UNKNOWN_LETTER}”.`, {
        color: SOFT,
      });
    this.root.end();
  }

  private parties(seller: InvoiceParty & { register: string }, buyer: InvoiceParty): void {
    const columns = [
      ['Seller', [...linesOf(seller), seller.register, vatLine(seller)]],
      ['Buyer', [...linesOf(buyer), vatLine(buyer)]],
    ] as const;
    const top = this.y;
    let lowest = top;
    for (const [at, [heading, lines]] of columns.entries()) {
      const x = LEFT + at * (WIDTH / 2 + 8);
      this.y = top;
      this.paragraph('H2', heading, { isBold: true }, x, WIDTH / 2 - 8);
      for (const line of lines.filter((text) => text !== '')) this.paragraph('P', line, {}, x, WIDTH / 2 - 8);
      lowest = Math.max(lowest, this.y);
    }
    this.y = lowest + 14;
  }

  private table(rows: readonly (readonly string[])[]): void {
    const table = this.doc.struct('Table');
    this.root.add(table);
    this.tableRow(
      table,
      COLUMNS.map(({ title }) => title),
      'TH',
      { isBold: true },
    );
    this.rule();
    for (const row of rows) this.tableRow(table, row, 'TD', {});
    table.end();
    this.rule();
  }

  /** A row of sums below the table. */
  private row(cells: readonly string[], style: Style = {}): void {
    const table = this.doc.struct('Table');
    this.root.add(table);
    this.tableRow(table, cells, 'TD', style);
    table.end();
  }

  private tableRow(
    table: PDFKit.PDFStructureElement,
    cells: readonly string[],
    kind: 'TH' | 'TD',
    style: Style,
  ): void {
    const wrapped = COLUMNS.map(({ width }, at) => this.wrapped(cells[at] ?? '', width, style));
    const height = Math.max(...wrapped.map(({ length }) => length)) * LINE;
    this.roomFor(height);
    const row = this.doc.struct('TR');
    table.add(row);
    for (const [at, { x, width, align }] of COLUMNS.entries()) {
      const lines = wrapped[at] ?? [];
      row.add(
        this.doc.struct(kind, {}, () => {
          for (const [down, line] of lines.entries())
            this.line(line, x, this.y + down * LINE, width, { ...style, align });
        }),
      );
    }
    row.end();
    this.y += height + 2;
  }

  private fact(name: string, value: string): void {
    const wrapped = this.wrapped(value, WIDTH - 110, {});
    this.roomFor(wrapped.length * LINE);
    this.root.add(
      this.doc.struct('P', {}, () => {
        this.line(`${name}: `, LEFT, this.y, 110, { color: SOFT });
        for (const [down, line] of wrapped.entries())
          this.line(line, LEFT + 110, this.y + down * LINE, WIDTH - 110, {});
      }),
    );
    this.y += wrapped.length * LINE;
  }

  private paragraph(kind: 'H1' | 'H2' | 'P', text: string, style: Style, x = LEFT, width = WIDTH): void {
    const height = ((style.size ?? SIZE) * LINE) / SIZE;
    for (const line of this.wrapped(text, width, style)) {
      this.roomFor(height);
      this.root.add(this.doc.struct(kind, {}, () => this.line(line, x, this.y, width, style)));
      this.y += height;
    }
  }

  private rule(): void {
    this.doc.markContent('Artifact');
    this.doc.moveTo(LEFT, this.y).lineTo(RIGHT, this.y).lineWidth(0.5).strokeColor(SOFT).stroke();
    this.doc.endMarkedContent();
    this.y += 4;
  }

  private roomFor(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.doc.addPage();
    this.y = TOP;
  }

  /** Draws one line, which fits into the width. */
  private line(text: string, x: number, y: number, width: number, style: Style): void {
    const { size = SIZE, isBold = false, color = INK, align = 'left' } = style;
    const { runs, isWhole } = textRuns(text, isBold);
    this.isWhole &&= isWhole;
    let at = align === 'right' ? x + width - this.widthOf(text, style) : x;
    for (const run of runs) {
      this.use(run.font).fontSize(size).fillColor(color);
      // Fonts differ in height, but not in where their letters stand.
      this.doc.text(run.text, at, y + size * 1.07, { lineBreak: false, baseline: 'alphabetic' });
      at += this.doc.widthOfString(run.text);
    }
  }

  private widthOf(text: string, { size = SIZE, isBold = false }: Style): number {
    let width = 0;
    for (const run of textRuns(text, isBold).runs)
      width += this.use(run.font).fontSize(size).widthOfString(run.text);
    return width;
  }

  private use({ name, bytes }: { name: string; bytes: Buffer }): PDFKit.PDFDocument {
    if (!this.registered.has(name)) {
      this.doc.registerFont(name, bytes);
      this.registered.add(name);
    }
    return this.doc.font(name);
  }

  /** A text in lines of this width, broken between words, and within words that are longer. */
  private wrapped(text: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/(?<=[ \u3000])/u)) {
      if (this.widthOf(line + word.trimEnd(), style) <= width) {
        line += word;
        continue;
      }
      if (line !== '') lines.push(line.trimEnd());
      line = '';
      for (const letter of word) {
        if (line !== '' && this.widthOf(line + letter.trimEnd(), style) > width) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    return [...lines, line.trimEnd()];
  }
}

function factsOf({ number, issuedAt, ofNumber, content, kind }: TaxInvoice): [string, string][] {
  const facts: [string, string][] = [
    ['Number', number],
    ['Date of issue', `${dayText(issuedAt)} (UTC)`],
    ['Date of supply', `${dayText(content.suppliedAt)} (UTC)`],
    // Bills of subscriptions have the payment provider's number here.
    [content.orderNumber.startsWith('G-') ? 'Order' : 'Payment', content.orderNumber],
  ];
  if (ofNumber !== null)
    facts.push([kind === 'credit_note' ? 'Credit for' : 'Belongs to', `Invoice ${ofNumber}`]);
  if (content.reason !== '') facts.push(['Reason', content.reason]);
  return facts;
}

function linesOf({ name, email, address, country }: InvoiceParty): string[] {
  return [name, ...address, country === '' ? '' : countryName(country), email];
}

const vatLine = ({ vatId }: InvoiceParty) => (vatId === '' ? '' : `VAT number ${vatId}`);

function notesOf({ kind, content }: TaxInvoice, currency: string): string[] {
  const note = taxNote(content);
  const paid = kind === 'credit_note' ? 'Refunded to' : 'Paid by';
  return [
    ...(note === null ? [] : [note]),
    ...(content.paidBy === '' ? [] : [`${paid} ${content.paidBy}.`]),
    `All amounts are in ${currency.toUpperCase()}.`,
  ];
}
