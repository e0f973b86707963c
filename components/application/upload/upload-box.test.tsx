import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { fieldId } from "@/components/forms/field-id";
import { FILE_FIELDS, type FileField } from "@/contract/project/project-fields";
import type { UploadState } from "@/lib/uploads/upload-state";
import { EVERY_FIELD } from "@/tests/support/people/every-field";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { UploadBox } from "./upload-box";
import { UploadField } from "./upload-field";

const application = { answer: { project: EVERY_FIELD }, uploads: {} } as unknown as Application;

type Codecs = { codec?: string; sound_codec?: string };

function box(field: FileField, state: UploadState, name?: string, codecs: Codecs = {}) {
  const file = name ? { ...EVERY_FIELD.video!, field, name, ...codecs } : null;
  renderWithWords(
    <ApplicationContext value={application}>
      <UploadBox field={field} state={state} file={file} disabled={false} />
    </ApplicationContext>,
  );
}
const refused = (name: string, code: "file_too_many_slides" | "file_too_long", found?: number) =>
  ({ kind: "refused", name, code, found }) as const;
const alert = () => screen.getByRole("alert").textContent;

test("a rejected file shows its measured value and the maximum", () => {
  box("pitch", refused("deck.pdf", "file_too_many_slides", 21));
  expect(alert()).toMatch(/ha 21 slide: il massimo è 20/);
});

test("a rejected video shows its own length", () => {
  box("video", refused("clip.mp4", "file_too_long", 180));
  expect(alert()).toMatch(/dura 3:00: il massimo è 2:00/);
});

test("a value measured only by the server uses the catalogue’s sentence", () => {
  box("video", refused("clip.avi", "file_too_long"));
  expect(alert()).toMatch(/più di 2 minuti/);
});

test("a .pptx file shows how to export a PDF, another format does not", () => {
  box("pitch", { kind: "refused", name: "slide.PPTX", code: "file_type_not_allowed" });
  expect(alert()).toMatch(/\(\.pdf, \.ppt\).*File › Esporta › PDF/);
});

test.each([
  ["clip.avi", true],
  ["clip.MPG", true],
  ["clip.mp4", false],
])("the upload of %s shows whether browsers can play it", (name, isTold) => {
  box("video", { kind: "none" }, name);
  expect(screen.queryByText(/chi valuta dovrà scaricarlo/) !== null).toBe(isTold);
});

test.each([
  ["H.264", "AAC", null],
  ["HEVC (H.265)", "AAC", /un video HEVC \(H\.265\).*in H\.264.*iPhone.*Più compatibile/],
  ["AV1", "AAC", /un video AV1(?!.*iPhone)/],
  ["MPEG-4 Visual", "AMR", /un video MPEG-4 Visual/],
  ["H.264 10 bit", "AAC", /un video H\.264 10 bit/],
  ["H.264", "AC-3", /l’audio AC-3.*AAC/],
])(
  "the upload of a video in %s and %s shows that some browsers cannot play it",
  (codec, sound_codec, words) => {
    box("video", { kind: "none" }, "clip.mov", { codec, sound_codec });
    if (words) expect(screen.getByText(words)).toBeDefined();
    else expect(screen.queryByText(/browser/)).toBeNull();
  },
);

const unsafe = { name: "tutto.zip", code: "file_unsafe" } as const;
const unreadable = { code: "file_unreadable" } as const;
const mismatch = { code: "file_content_mismatch" } as const;

test.each<[FileField, Omit<Extract<UploadState, { kind: "refused" }>, "kind">, RegExp]>([
  [
    "altro_materiale",
    { ...unsafe, reason: "password" },
    /^Lo zip è protetto da una password: crealo/,
  ],
  [
    "altro_materiale",
    { ...unsafe, reason: "entries", found: 1200 },
    /1\.200 file: il massimo è 1\.000/,
  ],
  [
    "altro_materiale",
    { ...unsafe, reason: "link", named: "prog/link" },
    /«prog\/link» è un collegamento/,
  ],
  [
    "altro_materiale",
    { name: "a.zip", ...unreadable, reason: "compression", named: "Deflate64" },
    /metodo di compressione Deflate64.*metodo Deflate:/,
  ],
  [
    "pitch",
    { name: "a.pdf", ...unreadable, reason: "password" },
    /^Il file è protetto da una password: toglila/,
  ],
  [
    "pitch",
    { name: "a.ppt", ...mismatch, reason: "pptx" },
    /di un file \.pptx, anche se il nome finisce in \.ppt.*File › Esporta › PDF/,
  ],
  [
    "pitch",
    { name: "a.ppt", ...mismatch, reason: "other_type", named: ".pdf" },
    /di un file \.pdf, anche se il nome finisce in \.ppt\. Cambia la fine del nome in \.pdf/,
  ],
  [
    "video",
    { name: "a.mp4", ...mismatch, reason: "other_type", named: ".webm" },
    /di un file \.webm.*Esportalo in un formato consentito \(\.avi/,
  ],
  [
    "logo",
    { name: "a.jpg", ...mismatch, reason: "heic" },
    /HEIC.*finisce in \.jpg\. Esportala come \.jpg.*iPhone/,
  ],
  [
    "pitch",
    { name: "a.pdf", ...mismatch, reason: "other_type", named: ".key" },
    /di un file \.key.*In Keynote: File › Esporta in › PDF/,
  ],
  ["pitch", { name: "a.key", code: "file_type_not_allowed" }, /\(\.pdf, \.ppt\)\. In Keynote/],
  ["pitch", { name: "a.odp", code: "file_type_not_allowed" }, /In LibreOffice: .*PDF/],
  ["pitch", { name: "a.docx", code: "file_type_not_allowed" }, /Esportalo in uno di questi/],
  ["video", { name: "a.mkv", code: "file_type_not_allowed" }, /Esportalo in uno di questi/],
  ["altro_materiale", { name: "a.rar", code: "file_type_not_allowed" }, /Crea uno zip con/],
  ["logo", { name: "a.rar", code: "file_type_not_allowed" }, /Esportalo in uno di questi/],
  ["logo", { name: "a.svg", code: "file_type_not_allowed" }, /Esportalo in uno di questi/],
  ["pitch", { name: "a.pdf", code: "too_large" }, /100 MB\. Comprimi le immagini/],
  ["video", { name: "a.mov", code: "too_large" }, /100 MB\. Esportalo a una risoluzione/],
  ["altro_materiale", { name: "a.zip", code: "too_large" }, /Lascia solo i file che servono/],
  ["logo", { name: "a.png", code: "too_large" }, /5 MB\. Riduci l’immagine/],
  [
    "logo",
    { name: "a.HEIC", code: "file_type_not_allowed" },
    /\(\.png, \.jpg, \.webp\)\. Esportala come \.jpg/,
  ],
  [
    "logo",
    { name: "a.png", ...unreadable, reason: "pixels", found: 51.9 },
    /51,9 megapixel: il massimo è 50/,
  ],
  ["logo", { name: "a.webp", ...unreadable, reason: "animated" }, /animata/],
  [
    "pitch",
    { name: "a.ppt", code: "file_too_many_slides", found: 22, hidden: 2 },
    /22 slide \(2 nascoste\): il massimo/,
  ],
  [
    "pitch",
    { name: "a.pdf", code: "file_changed" },
    /cambiato o non è più raggiungibile.*Google Drive/,
  ],
])("a refused file of %s names the cause and the next step: %#", (field, refusal, words) => {
  box(field, { kind: "refused", ...refusal });
  expect(alert()).toMatch(words);
});

test("a new video asks before it deletes captions", async () => {
  const choose = vi.fn();
  const none = Object.fromEntries(FILE_FIELDS.map((field) => [field, { kind: "none" }]));
  const uploads = { subscribe: () => () => {}, snapshot: () => none, choose };
  const captions = { language: "it", cues: [{ start: 1, end: 3, text: "Ciao" }] };
  const video = { ...EVERY_FIELD.video!, captions };
  const user = userEvent.setup();
  renderWithWords(
    <ApplicationContext
      value={
        {
          ...{ user: { id: "ada" }, uploads },
          answer: { project: { ...EVERY_FIELD, video } },
        } as unknown as Application
      }
    >
      <UploadField field="video" problem={undefined} disabled={false} />
    </ApplicationContext>,
  );
  const next = new File(["x"], "nuovo.mp4", { type: "video/mp4" });
  const replace = () => user.upload(screen.getByLabelText(/^Sostituisci/), next);
  await replace();
  await user.click(screen.getByRole("button", { name: "Tieni questo video" }));
  expect(choose).not.toHaveBeenCalled();
  await replace();
  await user.click(screen.getByRole("button", { name: "Sostituisci" }));
  expect(choose).toHaveBeenCalledExactlyOnceWith("video", next);
});

/** Shows a file field and returns the accessible description of its file input. */
function described(field: FileField, state: UploadState, file: object | null, problem?: string) {
  const states = Object.fromEntries(FILE_FIELDS.map((one) => [one, one === field ? state : none]));
  const uploads = { subscribe: () => () => {}, snapshot: () => states };
  const project = { ...EVERY_FIELD, [field]: file };
  renderWithWords(
    <ApplicationContext
      value={{ user: { id: "ada" }, uploads, answer: { project } } as unknown as Application}
    >
      <UploadField field={field} problem={problem} disabled={false} />
    </ApplicationContext>,
  );
  const input = document.getElementById(fieldId(field))!;
  const ids = input.getAttribute("aria-describedby")!.split(" ");
  return ids.map((id) => document.getElementById(id)?.textContent);
}
const RULE = /fino a|Al massimo/;
const none = { kind: "none" } as const;

test.each<[string, Parameters<typeof described>, unknown[]]>([
  ["a required file", ["pitch", none, null], ["obbligatorio", expect.stringMatching(RULE)]],
  ["an optional file", ["logo", none, null], [expect.stringMatching(RULE)]],
  [
    "a missing required file",
    ["pitch", none, null, "required"],
    [expect.stringContaining("Campo obbligatorio"), "obbligatorio", expect.stringMatching(RULE)],
  ],
  [
    "a refused file",
    ["pitch", refused("deck.pdf", "file_too_many_slides", 21), null, "required"],
    [expect.stringContaining("il massimo è 20"), "obbligatorio", expect.stringMatching(RULE)],
  ],
  [
    "a failed upload",
    [
      "video",
      { kind: "failed", name: "a.mp4", sent: 0, total: 9, code: "unavailable" } as UploadState,
      null,
    ],
    [expect.any(String), "obbligatorio", expect.stringMatching(RULE)],
  ],
  ["an uploaded file", ["pitch", none, EVERY_FIELD.pitch], [expect.stringMatching(RULE)]],
])("the file input of %s is described by its message, its duty and its rule", (_, args, texts) => {
  expect(described(...args)).toEqual(texts);
});

test("staff who view the page as the applicant cannot drop a file", () => {
  const choose = vi.fn();
  const states = Object.fromEntries(FILE_FIELDS.map((one) => [one, none]));
  const uploads = { subscribe: () => () => {}, snapshot: () => states, choose };
  const answer = { project: { ...EVERY_FIELD, pitch: null } };
  const value = { user: { id: "ada" }, uploads, answer, looking: true };
  renderWithWords(
    <ApplicationContext value={value as unknown as Application}>
      <UploadField field="pitch" problem={undefined} disabled={false} />
    </ApplicationContext>,
  );
  fireEvent.drop(screen.getByRole("region"), {
    dataTransfer: { files: [new File(["x"], "a.pdf")] },
  });
  expect(choose).not.toHaveBeenCalled();
});
