import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { FileField } from "@/contract/project/project-fields";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { valuesOf } from "@/lib/draft/project-form";
import type { UploadState } from "@/lib/uploads/upload-state";
import { EVERY_FIELD } from "@/tests/support/people/every-field";
import { saveModel } from "@/tests/support/people/save-model";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { Notices } from "../notices/notices";
import { SaveBar } from "./save-bar";

const place = vi.hoisted(() => ({ zone: "Europe/Rome" }));
vi.mock("@/lib/browser/server-clock", () => ({
  useServerNow: () => Date.parse("2026-08-20T12:00:00Z"),
  useVisitorZone: () => place.zone,
}));

const SAVED = {
  values: valuesOf(EMPTY_PROJECT),
  autosave: { kind: "saved", at: new Date() },
  unsaved: [],
  problems: {},
  conflict: null,
  savedAt: "2026-08-20T07:48:00.000Z",
  inHand: null,
  isInHandUnsaved: false,
  offered: null,
};

function bar(
  changes: object = {},
  dates: object = {},
  around: object = {},
  states: Partial<Record<FileField, UploadState>> = {},
) {
  const listen = () => () => {};
  const view = { ...SAVED, ...changes };
  const { project, ...answer } = saveModel().read();
  const { pitch, video, logo } = EVERY_FIELD;
  const application = {
    answer: {
      ...answer,
      project: { ...project, pitch: { ...pitch, pages: 3 }, video, logo },
      ...dates,
    },
    draft: { subscribe: listen, snapshot: () => view },
    uploads: { subscribe: listen, snapshot: () => states },
    closed: null,
    ...around,
  };
  renderWithWords(
    <ApplicationContext value={application as unknown as Application}>
      <Notices />
      <SaveBar>{null}</SaveBar>
    </ApplicationContext>,
  );
}
test("a team member that the user is typing does not count as incomplete", () => {
  bar({ isInHandUnsaved: true }, {}, { writesMember: true });
  expect(line().textContent).toContain("Modifiche da salvare");
});

test("a team member left incomplete is named in the save bar", () => {
  bar({ isInHandUnsaved: true }, {}, { writesMember: false });
  expect(line().textContent).toMatch(/tranne|NON salvato/);
});

const line = () => screen.getByRole("region", { name: "Stato del salvataggio" });

beforeEach(() => {
  place.zone = "Europe/Rome";
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("the time of a save is Rome’s, as on the receipt", () => {
  bar();
  expect(line().textContent).toBe("Salvato alle 09:48");
});

test("a visitor in another time zone sees their own time beside Rome's", () => {
  place.zone = "America/New_York";
  bar();
  expect(line().textContent).toBe("Salvato alle 09:48, ora\u00a0di\u00a0Roma (da te alle 03:48)");
});

test("while there is text to recover, the save bar is not green and links to it", async () => {
  bar({ offered: { mine: { idea: "prima" }, base: { idea: "" }, inHand: null } });
  expect(line().textContent).toContain("Testo da recuperare");
  expect(line().querySelector("[data-tone='done']")).toBeNull();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Mostra il testo" }));
  expect(document.activeElement?.textContent).toBe("Recupera il testo");
});

test("a field that cannot be saved is named with a link and the number of other such fields", () => {
  const values = { ...SAVED.values, idea: "x".repeat(3520) };
  const problems = { idea: "too_long", sustainableretail_video: "invalid_url" };
  bar({ values, problems, unsaved: Object.keys(problems) });
  expect(line().textContent).toBe(
    "Salvato alle 09:48, tranne L’idea, con parole tue (520 caratteri di troppo) e un altro",
  );
});

test("every step shows the grace period after the deadline", () => {
  bar({}, { projectDeadlineAt: "2026-08-20T11:55:00.000Z", projectDeadline: false });
  expect(screen.getByText("La scadenza è passata: hai ancora pochi minuti")).toBeDefined();
  expect(screen.getByText(/accettiamo ancora salvataggi e invii/)).toBeDefined();
});

const announced = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

test("an uploaded file is announced with its measures, only the last one", () => {
  bar({}, {}, {}, { pitch: { kind: "none", arrivedAt: 2 }, logo: { kind: "none", arrivedAt: 1 } });
  expect(announced()).toContain("Pitch deck caricato: 3 slide");
  expect(announced().join()).not.toContain("Logo");
});

test("files uploaded before, or being replaced, are not announced", () => {
  const part = { name: "a.pdf", sent: 1, total: 2 };
  bar(
    {},
    {},
    {},
    { pitch: { kind: "rising", speed: null, at: 0, ...part }, logo: { kind: "none" } },
  );
  expect(announced().join()).not.toContain("caricato");
});
