import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { JsonLd } from "./json-ld";

test("the structured data contains each text completely, and no text ends its element or begins another", () => {
  const name = "</script><script>alert(1)</script><!-- \u2028 & \"quoted\" 'too'";
  const { container } = render(<JsonLd data={{ name }} />);
  const { innerHTML } = container;
  expect(innerHTML.match(/<\/?script/g)).toEqual(["<script", "</script"]);
  expect(innerHTML).not.toContain("<!--");
  const text = /<script[^>]*>(.*)<\/script>$/s.exec(innerHTML)?.[1] ?? "";
  expect(JSON.parse(text)).toEqual({ "@context": "https://schema.org", name });
});
