import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { placeOf, readableCookies } from "./unsaved-text";

afterEach(() => vi.unstubAllGlobals());

test("disabled storage and cookies are empty and cause no error", () => {
  const refused = {
    get: () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  };
  vi.stubGlobal("window", Object.defineProperty({}, "sessionStorage", refused));
  vi.stubGlobal("document", Object.defineProperty({}, "cookie", refused));
  expect(placeOf("sessionStorage")).toBeNull();
  expect(readableCookies()).toBe("");
});

test("no other file accesses storage or cookies directly, except the script of the first frame", () => {
  const opens =
    /\b(?:window\.|globalThis\.)?(?:sessionStorage|localStorage)\s*[.[]|document\.cookie/;
  const found = ["app", "components", "lib"].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => `${room}/${file}`)
      .filter((file) => opens.test(readFileSync(file, "utf8").replaceAll(/^\s*\/?\*.*$/gm, ""))),
  );
  expect(found).toEqual(["lib/browser/first-frame.ts", "lib/browser/unsaved-text.ts"]);
});
