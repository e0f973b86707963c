import { createHash } from "node:crypto";
import Cookies from "js-cookie";
import { afterEach, expect, test, vi } from "vitest";
import { FIRST_FRAME, FIRST_FRAME_HASH, markSession } from "./first-frame";

const isMarked = () => document.documentElement.hasAttribute("data-signed-in");

afterEach(() => {
  Cookies.remove("signed_in");
});

test("the content security policy permits exactly the script of the first frame", () => {
  const hash = createHash("sha256").update(FIRST_FRAME).digest("base64");
  expect(FIRST_FRAME_HASH).toBe(`sha256-${hash}`);
});

test("the first frame and a later check mark the root element exactly while a session exists", () => {
  // biome-ignore lint/security/noGlobalEval: the page runs this text as a script
  for (const mark of [() => window.eval(FIRST_FRAME), markSession]) {
    Cookies.set("not_signed_in", "1");
    mark();
    expect(isMarked()).toBe(false);
    Cookies.set("signed_in", "1");
    mark();
    expect(isMarked()).toBe(true);
    Cookies.remove("signed_in");
    mark();
    expect(isMarked()).toBe(false);
  }
});

test("blocked cookies do not stop the script of the first frame", () => {
  const blocked = vi.spyOn(Document.prototype, "cookie", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  // biome-ignore lint/security/noGlobalEval: the page runs this text as a script
  expect(() => window.eval(FIRST_FRAME)).not.toThrow();
  blocked.mockRestore();
  expect(customElements.get("local-time")).toBeDefined();
});
