import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { ZipFile } from "yazl";
import type { Captions } from "@/contract/project/captions";
import { FILE_FIELDS, type FileField } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import type { Executor } from "../../db/connect";
import { files } from "../../db/schema/applications";
import { putBytes } from "../../store/put-bytes";
import type { FileStore } from "../../store/store";
import { makeDeck } from "./deck";
import type { DemoProject } from "./demo-project";

const VIDEOS = join(import.meta.dirname, "videos");
/** Duration in seconds of each video in videos/. */
const DURATIONS: Readonly<Record<string, number>> = {
  alba: 9,
  bosco: 11,
  laguna: 8,
  notte: 12,
  sabbia: 10,
};

type Bytes = {
  field: FileField;
  name: string;
  type: string;
  bytes: Buffer;
  pages?: number;
  duration?: number;
  captions?: Captions;
};
type Place = { projectId: string; index: number; store: FileStore; at: Date };
export type DemoFiles = Record<FileField, ProjectFile | null>;

/** Stores the pitch deck, the video, and the additional files of an application in the same way as uploads. */
export async function seedFiles(db: Executor, demo: DemoProject, place: Place): Promise<DemoFiles> {
  const { slug, video = "alba" } = demo;
  const deck = await makeDeck({ ...demo, index: place.index });
  const all: Bytes[] = [
    {
      field: "pitch",
      name: `${slug}-pitch.pdf`,
      type: "application/pdf",
      bytes: deck.bytes,
      pages: deck.pages,
    },
    {
      field: "video",
      name: `${slug}.mp4`,
      type: "video/mp4",
      bytes: await readFile(join(VIDEOS, `${video}.mp4`)),
      duration: DURATIONS[video],
      captions: captionsOf(demo, DURATIONS[video] ?? 0),
    },
  ];
  if (demo.logo) {
    const bytes = await makeLogo(place.index);
    all.push({ field: "logo", name: demo.logo, type: "image/png", bytes });
  }
  if (demo.altro_materiale) all.push(await otherMaterial(demo, demo.altro_materiale));
  const stored = Object.fromEntries(FILE_FIELDS.map((field) => [field, null])) as DemoFiles;
  for (const file of all) stored[file.field] = await storeFile(db, file, place);
  return stored;
}

/** Reading speed in characters per second, and duration of one caption in seconds. */
const READ_PER_SECOND = 15;
const CUE_SECONDS = 3;

/** Returns captions for the demo video: the beginning of the application's idea, in the application's language. */
function captionsOf({ language, fields: { idea = "" } }: DemoProject, seconds: number): Captions {
  const words = idea.split(/\s+/);
  const cues = [];
  for (let start = 0; start < seconds && words.length > 0; start += CUE_SECONDS) {
    const end = Math.min(start + CUE_SECONDS, seconds);
    let text = words.shift() ?? "";
    while (words[0] && text.length + words[0].length < READ_PER_SECOND * (end - start))
      text += ` ${words.shift()}`;
    cues.push({ start, end, text });
  }
  return { language, cues };
}

/**
 * Creates a zip file with some texts of a demo application, as the application's additional material.
 */
async function otherMaterial(demo: DemoProject, name: string): Promise<Bytes> {
  const zip = new ZipFile();
  const { nome = "", idea = "", obiettivi = "", impatto = "" } = demo.fields;
  zip.addBuffer(Buffer.from(`# ${nome}\n\n${idea}\n`), "scheda.md");
  zip.addBuffer(Buffer.from(`${obiettivi}\n\n${impatto}\n`), "piano.md");
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return { field: "altro_materiale", name, type: "application/zip", bytes: Buffer.concat(chunks) };
}

async function storeFile(
  db: Executor,
  { bytes, ...file }: Bytes,
  { projectId, store, at }: Place,
): Promise<ProjectFile> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const [row] = await db
    .insert(files)
    .values({ ...file, projectId, size: bytes.length, sha256, uploadedAt: at })
    .returning();
  if (!row) throw new Error("no file");
  await putBytes(store, row.id, bytes);
  return {
    id: row.id,
    field: row.field,
    name: row.name,
    size: row.size,
    type: row.type,
    sha256,
    uploaded_at: row.uploadedAt.toISOString(),
    ...(row.pages !== null && { pages: row.pages }),
    ...(row.duration !== null && { duration: row.duration }),
    ...(row.captions !== null && { captions: row.captions }),
  };
}

const COLOURS = ["#fb4f2b", "#fbc51d", "#45b384", "#86b8e6", "#f5abb1", "#11110f"] as const;

/**
 * Creates a small square PNG logo. The project's index selects the colours and one of four geometric shapes.
 */
async function makeLogo(index: number): Promise<Buffer> {
  const ground = COLOURS[index % COLOURS.length];
  const shape = COLOURS[(index * 2 + 3) % COLOURS.length];
  const figures = [
    `<circle cx="128" cy="128" r="78" fill="${shape}"/>`,
    `<path d="M40 200 128 44l88 156z" fill="${shape}"/>`,
    `<path d="M48 208a80 80 0 0 1 160 0z" fill="${shape}"/><circle cx="128" cy="84" r="34" fill="${shape}"/>`,
    `<rect x="56" y="56" width="64" height="144" fill="${shape}"/><circle cx="168" cy="96" r="40" fill="${shape}"/>`,
  ];
  const figure = figures[index % figures.length];
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="${ground}"/>${figure}</svg>`,
    ),
  )
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
