import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { getEvaluationFile } from "@/contract/evaluation/evaluations";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { EVERY_FIELD } from "@/tests/support/people/every-field";
import { MESSAGES, renderWithWords, withWords } from "@/tests/support/render";
import { fileSource } from "../file-source";
import { VideoPlayer } from "./video-player";

vi.mock("../sign-in-again", () => ({
  useAskSignIn: () => () => {},
  useRetryAfterSignIn: () => {},
}));
const TITLE = "Video";
const ask = vi.fn<(request: Request) => Promise<Response>>();
vi.stubGlobal("fetch", ask);

const { errors, evaluation, loading } = MESSAGES.it;
const video = () => screen.getByLabelText(TITLE);
const source = fileSource(getEvaluationFile, { locale: "it", params: { id: "1", fileId: "2" } });
type State = "waiting" | "ready" | "failed";
const playerOf = (codecs: Partial<ProjectFile>, rendition?: State) => (
  <VideoPlayer
    {...{ source, rendition }}
    file={{ ...EVERY_FIELD.video!, ...codecs }}
    title={TITLE}
  />
);
const show = (codecs: Partial<ProjectFile> = {}, rendition?: State) =>
  renderWithWords(playerOf(codecs, rendition));
/** Simulates a video whose metadata has loaded, with a picture of the given width. */
function loadHead(width: number) {
  Object.defineProperty(video(), "videoWidth", { value: width });
  fireEvent.loadedMetadata(video());
}
beforeEach(() => void ask.mockReset());

test("the speed and the position are kept for the next visit, and jumps stay inside the video", async () => {
  localStorage.clear();
  const user = userEvent.setup();
  const { unmount } = show();
  const player = () => video() as HTMLVideoElement;
  loadHead(1920);
  await user.selectOptions(screen.getByLabelText("Velocità"), "1,5×");
  expect(player().playbackRate).toBe(1.5);
  fireEvent(player(), new Event("ratechange"));
  expect(screen.getByLabelText<HTMLSelectElement>("Velocità").value).toBe("1.5");
  await user.click(screen.getByRole("button", { name: "Avanti di 10 s" }));
  await user.click(screen.getByRole("button", { name: "Avanti di 10 s" }));
  await user.click(screen.getByRole("button", { name: "Indietro di 10 s" }));
  expect(player().currentTime).toBe(10);
  fireEvent.timeUpdate(player());
  unmount();

  show();
  Object.defineProperty(player(), "duration", { value: 60 });
  loadHead(1920);
  expect([player().playbackRate, player().currentTime]).toEqual([1.5, 10]);
  Object.defineProperty(player(), "ended", { value: true });
  fireEvent.timeUpdate(player());
  expect(localStorage.getItem(`video.position ${source.href}`)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Indietro di 10 s" }));
  await user.click(screen.getByRole("button", { name: "Indietro di 10 s" }));
  expect(player().currentTime).toBe(0);
});

test("a video that fails to load shows the reason and can be retried", async () => {
  show();
  const refused = { code: "unavailable", message: "", data: { status: 503 } };
  ask.mockResolvedValue(Response.json(refused, { status: 503 }));
  fireEvent.error(video());
  expect((await screen.findByRole("alert")).textContent).toContain(errors.unavailable);
  fireEvent.click(screen.getByRole("button", { name: loading.retry }));
  expect(video()).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("without a connection, the player reports the connection, not the format", async () => {
  show();
  ask.mockRejectedValue(new TypeError("failed to fetch"));
  fireEvent.error(video());
  expect((await screen.findByRole("alert")).textContent).toContain(errors.network);
});

test("a video that loads but does not play has an unsupported format, and is not downloaded further", async () => {
  show();
  ask.mockImplementation(async () => new Response("bytes"));
  fireEvent.error(video());
  expect(await screen.findByText(evaluation.files.notPlayable)).toBeDefined();
  expect(ask.mock.calls[0]?.[0].signal.aborted).toBe(true);
});

test("a video with sound only is not shown as a black picture: its codec and download are", async () => {
  show({ codec: "HEVC (H.265)", sound_codec: "AAC" });
  loadHead(0);
  expect(screen.queryByLabelText(TITLE)).toBeNull();
  expect(screen.getByText(/HEVC \(H\.265\): scaricalo/)).toBeDefined();
  expect(ask).not.toHaveBeenCalled();
});

test("a video without a picture and with an unknown codec shows that the browser cannot play it", () => {
  show();
  loadHead(0);
  expect(screen.getByText(evaluation.files.notPlayable)).toBeDefined();
});

test("a video that the browser shows stays in the page with any codec", () => {
  show({ codec: "HEVC (H.265)", sound_codec: "AC-3" });
  loadHead(1920);
  expect(video()).toBeDefined();
  expect(screen.queryByText(/scaricalo/)).toBeNull();
});

test("a sound codec that some browsers lack is named beside the video", () => {
  show({ codec: "H.264", sound_codec: "AMR" });
  expect(screen.getByText(/L’audio AMR/)).toBeDefined();
});

test("a ready rendition plays instead of the file, with its poster frame and without warnings", () => {
  show({ codec: "HEVC (H.265)", sound_codec: "AC-3" }, "ready");
  const player = video() as HTMLVideoElement;
  expect([player.src, player.poster].map((one) => new URL(one).search)).toEqual([
    expect.stringContaining("as=video"),
    expect.stringContaining("as=poster"),
  ]);
  expect(screen.queryByText(/AC-3/)).toBeNull();
});

test.each([
  ["waiting", evaluation.files.converting],
  ["failed", evaluation.files.notPlayable],
] as const)("a video that does not play shows that its rendition is %s", async (state, text) => {
  show({}, state);
  ask.mockImplementation(async () => new Response("bytes"));
  fireEvent.error(video());
  expect(await screen.findByText(text)).toBeDefined();
});

test("a rendition that becomes ready replaces the message about the original", async () => {
  const { rerender } = show({}, "waiting");
  ask.mockImplementation(async () => new Response("bytes"));
  fireEvent.error(video());
  await screen.findByText(evaluation.files.converting);
  rerender(withWords(playerOf({}, "ready")));
  expect((video() as HTMLVideoElement).src).toContain("as=video");
  expect(screen.queryByText(evaluation.files.notPlayable)).toBeNull();
});

test("a rendition that fails to load shows its own error, not the state of the original", async () => {
  show({}, "ready");
  const refused = { code: "not_found", message: "", data: { status: 404 } };
  ask.mockImplementation(async ({ url }) =>
    url.includes("as=video") ? Response.json(refused, { status: 404 }) : new Response("bytes"),
  );
  fireEvent.error(video());
  expect((await screen.findByRole("alert")).textContent).toContain(errors.not_found);
});

const CAPTIONS = {
  language: "it" as const,
  cues: [
    { start: 1, end: 2, text: "Ciao" },
    { start: 3, end: 4, text: "Siamo Filò" },
  ],
};

test("captions are a track of the player, and the transcript follows and moves the video", async () => {
  const { container } = show({ captions: CAPTIONS });
  const track = container.querySelector("track")!;
  expect([track.kind, track.srclang, track.default]).toEqual(["captions", "it", true]);
  expect(new URL(track.src).search).toBe("?as=captions");
  const player = video() as HTMLVideoElement;
  const current = () => container.querySelector("[aria-current]")?.textContent;
  expect(current()).toBeUndefined();
  for (const [seconds, line] of [
    [0.5, undefined],
    [1.5, "0:01Ciao"],
    [2.5, "0:01Ciao"],
    [3, "0:03Siamo Filò"],
  ] as const) {
    player.currentTime = seconds;
    fireEvent.timeUpdate(player);
    expect(current()).toBe(line);
  }
  await userEvent.click(screen.getByRole("button", { name: /Ciao/ }));
  expect(player.currentTime).toBeCloseTo(1, 0);
});

test("the transcript stays if the browser cannot play the video", async () => {
  show({ captions: CAPTIONS });
  ask.mockImplementation(async () => new Response("bytes"));
  fireEvent.error(video());
  await screen.findByText(evaluation.files.notPlayable);
  expect(screen.getByText("Siamo Filò")).toBeDefined();
});
