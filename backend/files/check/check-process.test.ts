import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { pdf } from "@/tests/support/made-files/files";
import { zip } from "@/tests/support/made-files/zip-files";
import type { Failure } from "../../http/failure";
import { createCheckFile } from "./check-file";

const checkFile = createCheckFile(pino({ level: "silent" }));
const folder = await testFolder("process");

describe("files of the check process", () => {
  test("the check process leaves no files behind", async () => {
    const place = join(folder, "clean");
    await mkdir(place);
    const path = join(place, "0a");
    await writeFile(path, zip([{ name: "a.zip", content: zip([{ name: "b" }]) }]));
    await checkFile({ path, field: "altro_materiale", name: "tutto.zip", account: "one" });
    expect(await readdir(place)).toEqual(["0a"]);
  });
});

describe("a check that does not end", () => {
  async function verdictWithin(limits: { seconds: number; wall: number }) {
    const path = join(folder, "slow");
    await writeFile(path, await pdf());
    const impatient = createCheckFile(pino({ level: "silent" }), { limits });
    const job = { path, field: "pitch", name: "deck.pdf", account: "one" } as const;
    return impatient(job).catch((error: Failure) => error.code);
  }

  test("a check that a busy machine delays does not refuse the file, so that the client tries again", async () => {
    expect(await verdictWithin({ seconds: 12, wall: 50 })).toBe("unavailable");
  });

  test("a check that the file's own work delays refuses the file", async () => {
    expect(await verdictWithin({ seconds: 0, wall: 20_000 })).toBe("file_unreadable");
  });
});
