import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Captions as Stored } from "@/contract/project/captions";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { expectAccessible } from "@/tests/support/axe";
import { EVERY_FIELD } from "@/tests/support/people/every-field";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { Captions } from "./captions";

const ask = vi.fn<(request: Request) => Promise<Response>>();
vi.stubGlobal("fetch", ask);
HTMLMediaElement.prototype.play = async () => {};

const CAPTIONS: Stored = {
  language: "it",
  cues: [
    { start: 1, end: 3, text: "Ciao a tutti" },
    { start: 4, end: 5.5, text: "Siamo Filò" },
  ],
};
const askSignIn = vi.fn();

/** Shows the captions of a video. A reload returns the captions that the last request saved. */
function Page({
  captions,
  disabled,
  looking = false,
  name = "filo.mp4",
}: {
  captions?: Stored | undefined;
  disabled: boolean;
  looking?: boolean;
  name?: string;
}) {
  const [stored, setStored] = useState(captions);
  const { captions: _, ...bare } = { ...EVERY_FIELD.video!, name, duration: 10 } as ProjectFile;
  const file = { ...bare, ...(stored && { captions: stored }) };
  const application = {
    user: { id: "ada" },
    answer: { project: EVERY_FIELD, projectVersion: 7 },
    reload: async () => setStored(saved ?? stored),
    askSignIn,
    looking,
  } as unknown as Application;
  return (
    <ApplicationContext value={application}>
      <Captions field="video" file={file} disabled={disabled} />
    </ApplicationContext>
  );
}
let saved: Stored | undefined;

beforeEach(() => {
  sessionStorage.clear();
  saved = undefined;
  ask.mockReset();
  ask.mockImplementation(async (request) => {
    const body = await request.json();
    saved = body.cues.length > 0 ? body : undefined;
    return new Response(null, { status: 204 });
  });
});

async function open(captions?: Stored, disabled = false, name?: string) {
  const user = userEvent.setup();
  const view = renderWithWords(
    <Page captions={captions} disabled={disabled} {...(name && { name })} />,
  );
  await user.click(screen.getByText("Sottotitoli"));
  // The test browser jsdom does not open a <details> element when its summary is clicked.
  const details = view.container.querySelector("details")!;
  if (!details.open) details.open = true;
  fireEvent(details, new Event("toggle"));
  return { user, ...view };
}
const cue = (number: number) =>
  within(screen.getByRole("group", { name: `Sottotitolo ${number}` }));
const texts = () =>
  screen.queryAllByLabelText("Testo").map((area) => (area as HTMLTextAreaElement).value);
const save = () => screen.getByRole("button", { name: "Salva i sottotitoli" });
const upload = (user: ReturnType<typeof userEvent.setup>, text: string, name = "filo.vtt") =>
  user.upload(screen.getByLabelText("Carica un file .vtt o .srt"), new File([text], name));

test("an uploaded file fills the list, and saving sends it with the version", async () => {
  const { user, container } = await open();
  await upload(user, "WEBVTT\n\n00:01.000 --> 00:02.500\n<i>Ciao</i>");
  await screen.findByText("Un sottotitolo letto da filo.vtt: controlla e salva.");
  expect(texts()).toEqual(["Ciao"]);
  await expectAccessible(container);
  await user.selectOptions(screen.getByLabelText("Lingua dei sottotitoli"), "inglese");
  await user.click(save());
  await screen.findByText("Sottotitoli salvati.");
  expect(saved).toEqual({ language: "en", cues: [{ start: 1, end: 2.5, text: "Ciao" }] });
  const [request] = ask.mock.lastCall!;
  expect(request.headers.get("If-Match")).toBe("7");
  expect(screen.getByText("uno, in inglese")).toBeDefined();
  expect(screen.queryByText("Ci sono modifiche da salvare.")).toBeNull();
});

test("an uploaded file has no language until the user chooses it", async () => {
  const { user } = await open();
  await upload(user, "WEBVTT\n\n00:01.000 --> 00:02.500\nCiao");
  await screen.findByText(/controlla e salva/);
  const language = screen.getByLabelText<HTMLSelectElement>("Lingua dei sottotitoli");
  expect(language.value).toBe("");
  await user.click(save());
  await waitFor(() => expect(document.activeElement).toBe(language));
  expect(language.getAttribute("aria-invalid")).toBe("true");
  expect(saved).toBeUndefined();
});

test("a file asks before it replaces captions, and the changes can be discarded", async () => {
  const { user } = await open(CAPTIONS);
  const before = ["Ciao a tutti", "Siamo Filò"];
  const file = "WEBVTT\n\n00:01.000 --> 00:02.500\nNuovo";
  const answer = async (name: string) => user.click(await screen.findByRole("button", { name }));
  await upload(user, file);
  await answer("Tieni questi");
  expect(texts()).toEqual(before);
  await upload(user, file);
  await answer("Sostituisci");
  expect(texts()).toEqual(["Nuovo"]);
  expect(screen.getByText(/modifiche da salvare$/).closest("summary")).not.toBeNull();
  await answer("Scarta le modifiche");
  const dialog = within(screen.getByRole("dialog", { name: "Scartare le modifiche?" }));
  await user.click(dialog.getByRole("button", { name: "Scarta le modifiche" }));
  expect(texts()).toEqual(before);
  expect(screen.queryByText(/modifiche da salvare$/)).toBeNull();
});

test("a video that is being converted is tried again until its copy plays", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { container } = await open(CAPTIONS);
    fireEvent.error(container.querySelector("video")!);
    fireEvent.error(container.querySelector("video")!);
    expect(container.querySelector("video")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(container.querySelector("video")).not.toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("a refused file names its line and changes nothing", async () => {
  const { user } = await open(CAPTIONS);
  await upload(user, "WEBVTT\n\n00:02.000 --> 00:01.000\nCiao", "storto.srt");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "storto.srt: alla riga 3 la fine non viene dopo l’inizio.",
  );
  expect(texts()).toEqual(["Ciao a tutti", "Siamo Filò"]);
});

test("cues are split, merged, deleted and added by keyboard, with the focus on their text", async () => {
  const { user } = await open(CAPTIONS);
  const press = async (number: number, name: RegExp) => {
    cue(number).getByRole("button", { name }).focus();
    await user.keyboard("{Enter}");
  };
  const focused = () => (document.activeElement as HTMLTextAreaElement).value;
  await press(1, /^Dividi/);
  expect(texts()).toEqual(["Ciao a", "tutti", "Siamo Filò"]);
  expect(focused()).toBe("tutti");
  await press(2, /^Unisci al successivo/);
  expect(texts()).toEqual(["Ciao a", "tutti\nSiamo Filò"]);
  await press(1, /^Elimina/);
  expect(texts()).toEqual(["tutti\nSiamo Filò"]);
  expect(focused()).toBe("tutti\nSiamo Filò");
  expect(cue(1).queryByRole("button", { name: /^Unisci/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Aggiungi al punto del video" }));
  expect(focused()).toBe("");
  await user.keyboard("Primo");
  expect(texts()).toEqual(["Primo", "tutti\nSiamo Filò"]);
});

test("all cues move by some seconds, but not before the video", async () => {
  const { user } = await open(CAPTIONS);
  const field = screen.getByLabelText("Sposta tutti");
  const starts = () =>
    screen.getAllByLabelText("Inizio").map((one) => (one as HTMLInputElement).value);
  await user.type(field, "-1,5{Enter}");
  expect(screen.getByText(/comincerebbe prima del video/)).toBeDefined();
  await user.clear(field);
  await user.type(field, "1,5{Enter}");
  expect(starts()).toEqual(["0:02,5", "0:05,5"]);
  await user.clear(field);
  await user.type(field, "molto{Enter}");
  expect(screen.getByText("Scrivi i secondi, come 1,4 o -1,4.")).toBeDefined();
});

test("wrong cues are named at their fields, and nothing is sent", async () => {
  const { user, container } = await open(CAPTIONS);
  const start = cue(2).getByLabelText("Inizio");
  await user.clear(start);
  await user.type(start, "presto");
  await user.clear(cue(1).getByLabelText("Testo"));
  await user.click(save());
  expect((await screen.findByRole("alert")).textContent).toBe("Ci sono 2 errori da correggere.");
  expect(start.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(start.getAttribute("aria-describedby")!)?.textContent).toContain(
    "Scrivi il tempo in minuti e secondi",
  );
  await expectAccessible(container);
  expect(ask).not.toHaveBeenCalled();
});

test("a cue is played from its start", async () => {
  const { user, container } = await open(CAPTIONS);
  const video = container.querySelector("video")!;
  await user.click(cue(2).getByRole("button", { name: /^Riproduci da qui/ }));
  expect(video.currentTime).toBe(4);
  fireEvent.timeUpdate(video);
  expect(screen.getAllByText("Siamo Filò").length).toBe(2);
});

test("a video that browsers cannot play is its rendition in the editor, and the original otherwise", async () => {
  const { container, unmount } = await open(CAPTIONS);
  const source = () => container.querySelector("video")?.getAttribute("src");
  expect(source()).toMatch(/\/files\/[^?]+$/);
  fireEvent.error(container.querySelector("video")!);
  expect(source()).toMatch(/as=video/);
  fireEvent.error(container.querySelector("video")!);
  expect(screen.getByText(/^Il browser non riproduce/)).toBeInstanceOf(HTMLElement);
  unmount();
  const avi = await open(CAPTIONS, false, "filo.avi");
  expect(avi.container.querySelector("video")?.getAttribute("src")).toMatch(/as=video/);
});

test("unsaved captions stay in the tab, and saving an empty list deletes the captions", async () => {
  const { user, unmount } = await open(CAPTIONS);
  await user.type(cue(1).getByLabelText("Testo"), "!");
  unmount();
  const again = await open(CAPTIONS);
  expect(texts()).toEqual(["Ciao a tutti!", "Siamo Filò"]);
  expect(screen.getByText("Ci sono modifiche da salvare.")).toBeDefined();
  for (let left = 2; left > 0; left--) {
    await again.user.click(cue(1).getByRole("button", { name: /^Elimina/ }));
  }
  expect(screen.getByText("Ancora nessun sottotitolo.")).toBeDefined();
  await again.user.click(save());
  await screen.findByText("Il video non ha più sottotitoli.");
  expect(saved).toBeUndefined();
  expect(ask).toHaveBeenCalledTimes(1);
});

test("a failed save shows its cause and keeps the text; an expired session asks to sign in", async () => {
  const { user } = await open(CAPTIONS);
  await user.type(cue(1).getByLabelText("Testo"), "!");
  const refuse = (code: string, status: number) =>
    ask.mockResolvedValueOnce(Response.json({ code, message: "", data: { status } }, { status }));
  refuse("unavailable", 503);
  await user.click(save());
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  expect(texts()[0]).toBe("Ciao a tutti!");
  refuse("not_authenticated", 401);
  await user.click(save());
  await waitFor(() => expect(askSignIn).toHaveBeenCalled());
});

test("a read-only application shows the text without controls, and nothing without captions", async () => {
  const { container } = await open(CAPTIONS, true);
  expect(container.querySelector("ul")?.textContent).toBe("Ciao a tuttiSiamo Filò");
  expect(container.querySelector("input, button, video")).toBeNull();
  const empty = renderWithWords(<Page disabled={true} />);
  expect(empty.container.innerHTML).toBe("");
});

test("staff who view the page as the applicant see the text of the captions without controls", () => {
  const { container } = renderWithWords(<Page captions={CAPTIONS} disabled={false} looking />);
  expect(container.querySelector("ul")?.textContent).toBe("Ciao a tuttiSiamo Filò");
  expect(container.querySelector("input, select, textarea, button, video")).toBeNull();
});
