import { expect, test } from "vitest";
import { pdfData } from "./pdf-data";

test("the worker is served with its own policy", async () => {
  const answer = await pdfData("legacy/build/pdf.worker.min.mjs");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/javascript");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("pdfData serves fonts and character maps", async () => {
  for (const file of ["cmaps/UniJIS-UTF16-H.bcmap", "standard_fonts/FoxitSerif.pfb"]) {
    expect((await pdfData(file)).status, file).toBe(200);
  }
});

test.each([
  "package.json",
  "../next/package.json",
  "cmaps/../package.json",
  "cmaps/../../next/package.json",
  "wasm/quickjs-eval.js",
  "build/pdf.sandbox.min.mjs",
  "cmaps/none.bcmap",
  "",
])("pdfData rejects any other file: %s", async (file) => {
  expect((await pdfData(file)).status).toBe(404);
});
