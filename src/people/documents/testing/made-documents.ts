/** Documents of a few formats, made by libraries that write them. */
import { constants, deflateSync } from 'node:zlib';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { PDFDocument, PDFHexString, PDFName, type PDFPage, StandardFonts } from 'pdf-lib';

/** Draws text at points from the lower left corner. */
export type Draw = (text: string, x: number, y: number, size?: number) => void;

export async function pdfWith(...pages: readonly ((draw: Draw, page: PDFPage) => void)[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const fill of pages) {
    const page = pdf.addPage([595, 842]);
    fill((text, x, y, size = 10) => page.drawText(text, { x, y, size, font }), page);
  }
  return Buffer.from(await pdf.save());
}

/** A page for each text. */
export const pdfOf = (...texts: readonly string[]): Promise<Buffer> =>
  pdfWith(...texts.map((text) => (draw: Draw) => draw(text, 50, 700)));

/** A PDF whose page is so many bytes of spaces, packed. */
export async function pdfBomb(bytes: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  const packed = deflateSync(Buffer.alloc(bytes, ' '), { strategy: constants.Z_RLE });
  const stream = pdf.context.stream(packed, { Filter: 'FlateDecode' });
  page.node.set(PDFName.of('Contents'), pdf.context.register(stream));
  return Buffer.from(await pdf.save());
}

/** A PDF that asks for a password. */
export async function encryptedPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  const { context } = pdf;
  const hex = (digits: string, bytes: number) => PDFHexString.of(digits.repeat(bytes));
  const filter = { Filter: 'Standard', V: 1, R: 2, P: -4, O: hex('ab', 32), U: hex('cd', 32) };
  context.trailerInfo.Encrypt = context.register(context.obj(filter));
  context.trailerInfo.ID = context.obj([hex('00', 16), hex('00', 16)]);
  return Buffer.from(await pdf.save());
}

export async function docxOf({
  heading,
  items,
  rows,
}: {
  readonly heading: string;
  readonly items: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): Promise<Buffer> {
  const children = [
    new Paragraph({ text: heading, heading: HeadingLevel.HEADING_1 }),
    ...items.map((text) => new Paragraph({ text, bullet: { level: 0 } })),
    new Table({
      rows: rows.map(
        (cells) =>
          new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) }),
      ),
    }),
  ];
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}
