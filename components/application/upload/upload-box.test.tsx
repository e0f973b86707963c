import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FileField } from "@/contract/project/project-fields";
import type { UploadState } from "@/lib/uploads/upload-state";
import { EVERY_FIELD } from "@/tests/support/people/every-field";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { UploadBox } from "./upload-box";

const application = { answer: { project: EVERY_FIELD }, uploads: {} } as unknown as Application;

function box(field: FileField, state: UploadState, name?: string) {
  const file = name ? { ...EVERY_FIELD.video!, field, name } : null;
  renderWithWords(
    <ApplicationContext value={application}>
      <UploadBox field={field} state={state} file={file} disabled={false} />
    </ApplicationContext>,
  );
}
const refused = (name: string, code: "file_too_many_slides" | "file_too_long", found?: number) =>
  ({ kind: "refused", name, code, found }) as const;
const alert = () => screen.getByRole("alert").textContent;

test("a refusal says what was counted and what the most is", () => {
  box("pitch", refused("deck.pdf", "file_too_many_slides", 21));
  expect(alert()).toMatch(/ha 21 slide: il massimo è 20/);
});

test("a video is told its own length", () => {
  box("video", refused("clip.mp4", "file_too_long", 180));
  expect(alert()).toMatch(/dura 3:00: il massimo è 2:00/);
});

test("what only the server has counted has the catalogue’s sentence", () => {
  box("video", refused("clip.avi", "file_too_long"));
  expect(alert()).toMatch(/più di 2 minuti/);
});

test("a .pptx is told the way to a PDF, another format is not", () => {
  box("pitch", { kind: "refused", name: "slide.PPTX", code: "file_type_not_allowed" });
  expect(alert()).toMatch(/\(\.pdf, \.ppt\).*File › Esporta › PDF/);
});

test.each([
  ["clip.avi", true],
  ["clip.MPG", true],
  ["clip.mp4", false],
])("whoever uploads %s is told whether it can be watched in the page", (name, isTold) => {
  box("video", { kind: "none" }, name);
  expect(screen.queryByText(/chi valuta dovrà scaricarlo/) !== null).toBe(isTold);
});
