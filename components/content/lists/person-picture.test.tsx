import { readdirSync, readFileSync } from "node:fs";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { COLOURS } from "@/contract/brand";
import { PORTRAITS } from "@/contract/content/fields";
import type { Summary } from "@/lib/content/content";
import { PersonPicture } from "./person-picture";

const FOLDER = "public/portraits";

function pictureOf(meta: Record<string, string>) {
  const person = {
    slug: "ada",
    title: "Ada Riva",
    image: null,
    tags: [],
    meta,
  } as unknown as Summary;
  const { container } = render(<PersonPicture person={person} sizes="5rem" />);
  return container;
}

test("each portrait that an editor can choose has a file, and each file can be chosen", () => {
  expect(readdirSync(FOLDER).sort()).toEqual(PORTRAITS.map((name) => `${name}.svg`));
});

test.each(PORTRAITS)(
  "the portrait %s uses only the colours of the brand and is decoration",
  (name) => {
    const drawing = readFileSync(`${FOLDER}/${name}.svg`, "utf8");
    const colours = new Set(drawing.match(/#[0-9a-f]{3,8}\b/g));
    expect([...colours].filter((one) => !Object.values<string>(COLOURS).includes(one))).toEqual([]);
    const image = pictureOf({ portrait: name }).querySelector("img");
    expect(image?.getAttribute("src")).toBe(`/portraits/${name}.svg`);
    expect(image?.getAttribute("alt")).toBe("");
  },
);

test("a cover comes before a portrait, and an unknown portrait leaves the initials", () => {
  expect(pictureOf({ portrait: "bun", cover: "eco 3" }).querySelector("img")).toBeNull();
  for (const portrait of ["nobody", "../icons/icon-192", ""]) {
    const picture = pictureOf({ portrait });
    expect(picture.querySelector("img")).toBeNull();
    expect(picture.querySelectorAll("svg path").length).toBeGreaterThan(1);
  }
});
