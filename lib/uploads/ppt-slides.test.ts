import { describe, expect, test } from "vitest";
import { compoundFile, ppt } from "@/tests/support/made-files/ppt-files";
import { lookInto } from "./look-into";
import { pptSlides } from "./ppt-slides";

function look(bytes: Buffer, name = "Presentazione FINALE.PPT") {
  return lookInto("pitch", new File([new Uint8Array(bytes)], name));
}

describe("before the first byte of a .ppt is sent", () => {
  test("a .ppt file with 20 slides is accepted, and one with 21 slides is refused", async () => {
    expect(await look(ppt({ slides: 20 }))).toBeNull();
    expect(await look(ppt({ slides: 21 }))).toEqual({
      code: "file_too_many_slides",
      found: 21,
      hidden: 0,
    });
    expect(await look(ppt({ slides: 22, hidden: 2 }))).toMatchObject({ found: 22, hidden: 2 });
  });

  test("deleted slides and master slides do not count", () => {
    expect(pptSlides(ppt({ slides: 20, deleted: 30 }))?.found).toBe(20);
    expect(pptSlides(ppt({ slides: 0 }))?.found).toBe(0);
  });

  test.each([
    ["cut short", ppt({ slides: 21 }).subarray(0, 3000)],
    ["without its directories", ppt({ slides: 21, bare: true })],
    ["a Word document", compoundFile({ WordDocument: Buffer.alloc(5000, 1) })],
    ["full of nonsense", compoundFile({ "PowerPoint Document": Buffer.alloc(5000, 255) })],
    ["empty", Buffer.alloc(0)],
    ["no PowerPoint file at all", Buffer.from("<!doctype html>".repeat(200))],
  ])("a file that is %s is left to the server", async (_, bytes) => {
    expect(pptSlides(bytes)).toBeNull();
    expect(await look(bytes)).toBeNull();
  });

  test("edits that reference each other in a cycle terminate", () => {
    const file = ppt({ slides: 21 });
    // Damage the PowerPoint file: the newest edit names itself as its predecessor, and refers to an object that no
    // directory lists.
    const edit = file.indexOf(Buffer.from([0, 0, 0xf5, 0x0f]));
    const at = edit + 8;
    const stream = file.indexOf(Buffer.from([0x0f, 0, 0xe8, 3]));
    file.writeUInt32LE(edit - stream, at + 8);
    file.writeUInt32LE(999_999, at + 16);
    expect(pptSlides(file)).toBeNull();
  });
});
