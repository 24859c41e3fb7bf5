/** A ZIP archive as writers of DOCX make it: each part deflated. */
import { crc32, deflateRawSync } from 'node:zlib';

export function zipOf(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name));
    bodies.push(body);
    offset += body.length;
  }
  const end = Buffer.alloc(18);
  const entries = Object.keys(parts).length;
  end.writeUInt16LE(entries, 4);
  end.writeUInt16LE(entries, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end]);
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A DOCX with this XML as its document. */
export function docxWithXml(document: string | Buffer): Buffer {
  return zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'word/document.xml': document,
  });
}

/** `runs`: what stands in a paragraph. `prolog`: before the root. */
export function wordXml(runs: string, prolog = ''): string {
  return `<?xml version="1.0"?>${prolog}<w:document xmlns:w="${WORD}"><w:body><w:p>${runs}</w:p></w:body></w:document>`;
}
