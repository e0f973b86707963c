import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { VideoPlayer } from "./video-player";

vi.mock("../evaluation-session", () => ({
  useAskSignIn: () => () => {},
  useRetryAfterSignIn: () => {},
}));
const TITLE = "Video";
const ask = vi.fn<(request: Request) => Promise<Response>>();
vi.stubGlobal("fetch", ask);

const { errors, evaluation, loading } = MESSAGES.it;
const video = () => screen.getByLabelText(TITLE);
beforeEach(() => {
  ask.mockReset();
  renderWithWords(<VideoPlayer id="1" fileId="2" title={TITLE} />);
});

test("a video that does not come says why, and is asked for again", async () => {
  const refused = { code: "unavailable", message: "", data: { status: 503 } };
  ask.mockResolvedValue(Response.json(refused, { status: 503 }));
  fireEvent.error(video());
  expect((await screen.findByRole("alert")).textContent).toContain(errors.unavailable);
  fireEvent.click(screen.getByRole("button", { name: loading.retry }));
  expect(video()).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("without a network it says that, and not that the format is wrong", async () => {
  ask.mockRejectedValue(new TypeError("failed to fetch"));
  fireEvent.error(video());
  expect((await screen.findByRole("alert")).textContent).toContain(errors.network);
});

test("one that comes is of a format that the browser does not play; the rest of it is not fetched", async () => {
  ask.mockImplementation(async () => new Response("bytes"));
  fireEvent.error(video());
  expect(await screen.findByText(evaluation.files.notPlayable)).toBeDefined();
  expect(ask.mock.calls[0]?.[0].signal.aborted).toBe(true);
});
