import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { download } from "./download";

const saved = { type: "text/plain", name: "a.txt" };

test("a client that disconnects during a download closes the stream and does not stop the process", async () => {
  const uncaught = vi.fn();
  process.once("uncaughtException", uncaught);
  const body = new PassThrough();
  body.write("on its way");
  await download(body, saved).body?.cancel();
  await vi.waitFor(() => expect(body.closed).toBe(true));
  expect(uncaught).not.toHaveBeenCalled();
  process.off("uncaughtException", uncaught);
});

test("a download is complete, and one that fails half-way ends with an error", async () => {
  const whole = new PassThrough();
  whole.write("one ");
  whole.end("two");
  expect(await download(whole, saved).text()).toBe("one two");
  const failing = new PassThrough();
  failing.write("one ");
  failing.destroy(new Error("the store went away"));
  const { body } = download(failing, saved);
  await expect(text(body as never)).rejects.toThrow("the store went away");
});
