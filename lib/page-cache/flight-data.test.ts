import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { withSingleQuotes } from "./flight-data";

/** Returns what the scripts of a page add to the flight data. */
function dataOf(html: string): unknown[] {
  const data: unknown[] = [];
  for (const [, script = ""] of html.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
    runInNewContext(script, { self: { __next_f: data } });
  }
  return data;
}

const page = (...texts: string[]) =>
  texts
    .map((text) => {
      const json = JSON.stringify([1, text]).replaceAll("<", "\\u003c");
      return `<p>"Text"</p><script>self.__next_f.push(${json})</script>`;
    })
    .join("");

test("flight data keep their content and lose the backslashes before quotation marks", () => {
  const texts = [
    '1:["$","p",null,{"children":"L\'idea"}]\n',
    JSON.stringify({ json: JSON.stringify({ text: "\\ \" ' \n" }) }),
    "</script><script>\u2028\\\\'\\",
    "",
  ];
  const html = page(...texts);
  const short = withSingleQuotes(html);
  expect(dataOf(short)).toEqual(texts.map((text) => [1, text]));
  expect(short.length).toBeLessThan(html.length);
  expect(withSingleQuotes(page('["$","p"]'))).toContain(`push([1,'["$","p"]'])`);
});

test("a page that was already shortened does not change", () => {
  const short = withSingleQuotes(page('{"a":"b"}'));
  expect(withSingleQuotes(short)).toBe(short);
});
