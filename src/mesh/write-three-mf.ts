import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { WeldedMesh } from './weld.ts';

/** The MIME types of the parts, and which part is the model: what every 3MF begins with (Open Packaging Conventions). */
const TYPES =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>';
const RELATIONS =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';

const BEGIN =
  '<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en-US" ' +
  'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" type="model"><mesh><vertices>\n';
const MIDDLE = '</vertices><triangles>\n';
const END = '</triangles></mesh></object></resources><build><item objectid="1"/></build></model>\n';

/** Lines that are packed at once: about 200 kB of text, so that the text of a large model is never in memory. */
const LINES_AT_ONCE = 4096;
/** The same bytes for the same mesh, whenever they are written. */
const MTIME = new Date(1980, 0, 1);

/**
 * Writes a mesh as a 3MF in millimetres, piece by piece. Triangles with two corners at one place are left out: the format
 * forbids them, and they have no area.
 * @param write takes the next bytes of the file.
 */
export function writeThreeMf({ vertices, indices }: WeldedMesh, write: (bytes: Uint8Array) => void): void {
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    write(bytes);
  });
  for (const [name, text] of [
    ['[Content_Types].xml', TYPES],
    ['_rels/.rels', RELATIONS],
  ] as const) {
    const part = new ZipPassThrough(name);
    part.mtime = MTIME;
    zip.add(part);
    part.push(strToU8(text), true);
  }
  const model = new ZipDeflate('3D/3dmodel.model', { level: 1 });
  model.mtime = MTIME;
  zip.add(model);
  const lines: string[] = [BEGIN];
  const flush = (last = false) => {
    model.push(strToU8(lines.join('')), last);
    lines.length = 0;
  };
  const add = (line: string) => {
    if (lines.push(line) >= LINES_AT_ONCE) flush();
  };
  for (let at = 0; at < vertices.length; at += 3)
    add(`<vertex x="${mm(vertices[at])}" y="${mm(vertices[at + 1])}" z="${mm(vertices[at + 2])}"/>\n`);
  add(MIDDLE);
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at], indices[at + 1], indices[at + 2]];
    if (a !== b && b !== c && c !== a) add(`<triangle v1="${a}" v2="${b}" v3="${c}"/>\n`);
  }
  lines.push(END);
  flush(true);
  zip.end();
}

/** To ten nanometres: far below what any printer does, and without the noise of the number's last bits. */
const mm = (value = 0): number => Math.round(value * 1e5) / 1e5;
