import { expect, test } from "vitest";
import { clockWords, sizeWords } from "./file-facts";
import { UPLOAD_MAX_BYTES } from "./uploads";

const italian = (value: number) =>
  new Intl.NumberFormat("it", { maximumFractionDigits: 1 }).format(value);

test.each([
  [1, "1 kB"],
  [2048, "2 kB"],
  [8_808_038, "8,4 MB"],
  [UPLOAD_MAX_BYTES, "100 MB"],
])("a size of %i bytes is displayed as %s", (bytes, words) => {
  expect(sizeWords(bytes, italian)).toBe(words);
});

test.each([
  [39.6, "0:40"],
  [112, "1:52"],
  [120.4, "2:00"],
])("a duration of %d seconds is displayed as %s", (seconds, words) => {
  expect(clockWords(seconds)).toBe(words);
});
