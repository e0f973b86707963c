import { expect, test } from "vitest";
import { fold, slugOf } from "./normalize-text";

test.each([
  ["Perché", "perche"],
  ["perche\u0301", "perche"],
  ["Güneş", "gunes"],
  ["ﬁnale", "finale"],
  ["ＳＬＡＮＣＩＯ", "slancio"],
  ["2° posto", "2° posto"],
])("fold ignores accents, case, and forms of a letter: %s is %s", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ["L’impresa è sociale?", "l-impresa-e-sociale"],
  ["  Città & Comunità!  ", "citta-comunita"],
  ["../../etc/passwd", "etc-passwd"],
  ["日本", ""],
])("a slug has ASCII letters, digits, and hyphens between them: %s is %s", (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});
