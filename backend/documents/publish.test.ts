import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { letters, lettersOf } from "@/tests/support/pdf-text";
import { policiesIn, readPolicy } from "../content/policy";
import type { DocumentText } from "./document";
import { fill, messagesIn } from "./messages";
import { publish, wordsOf } from "./publish";
import {
  fingerprint,
  POLICY_FOLDER,
  publishedDocument,
  publishedVersions,
  versionFile,
  withVersions,
} from "./published-document";

const published = await publishedVersions();
const bytesOf = (file: string, folder = POLICY_FOLDER) => readFile(join(folder, file));

describe("documents that users accept", () => {
  const accepted = LANGUAGES.flatMap((language) =>
    ["call-rules", "privacy-notice", "web-privacy"].map((name) => ({ name, language })),
  );

  test.each(accepted)("the current text of $name in $language is published once", async (one) => {
    const { name, language } = one;
    const text = await readPolicy(name, language);
    const own = published.filter((it) => it.name === name && it.language === language);
    expect(own.map(({ version }) => version)).toEqual(own.map((_, index) => index + 1));
    const newest = own.at(-1);
    expect(newest, "raise its version, then run `npm run documents`").toMatchObject({
      version: text.version,
      words: wordsOf(text),
    });
    const shown = `${name}-${language}.pdf`;
    expect(fingerprint(await bytesOf(shown))).toBe(newest?.sha256);
    const said = fill(messagesIn(language).version, { number: newest?.version ?? 0 });
    expect(await lettersOf(join(POLICY_FOLDER, shown))).toContain(letters(said));
    const [found] = await withVersions([
      await publishedDocument(`/policy/${name}-{locale}.pdf`, language),
    ]);
    expect(found).toMatchObject({
      version: newest?.version,
      file: `/policy/${name}-${newest?.version}-${language}.pdf`,
    });
  });

  test.each(published)(
    "version $version of $name in $language stays as users accepted it",
    async (one) => {
      expect(fingerprint(await bytesOf(versionFile(one)))).toBe(one.sha256);
      const same = published.filter((it) => versionFile(it) === versionFile(one));
      expect(same).toEqual([one]);
      expect((await withVersions([one]))[0]?.file).toBe(`/policy/${versionFile(one)}`);
    },
  );

  test("each published version is in the list, and each accepted text has a version number", async () => {
    const files = (await readdir(POLICY_FOLDER)).filter((file) => /-\d+-\w+\.pdf$/.test(file));
    expect(files.toSorted()).toEqual(published.map(versionFile).toSorted());
    for (const language of LANGUAGES) {
      const names = await readdir(policiesIn(language));
      const texts = await Promise.all(
        names.map((name) => readPolicy(name.replace(/\.md$/, ""), language)),
      );
      expect(texts.filter(({ version }) => version)).toHaveLength(
        accepted.length / LANGUAGES.length,
      );
    }
  });

  test("a fingerprint that is not in the list has no version and no file", async () => {
    const rows = ["0".repeat(64), null].map((sha256) => ({ sha256 }));
    const known = await withVersions(rows);
    expect(known.map(({ version, file }) => [version, file])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

describe("publication of documents", () => {
  const first: DocumentText = {
    programme: "Slancio",
    title: "Rules",
    excerpt: "",
    modified: "2026-11-20",
    version: 1,
    markdown: "One application each.",
    language: "en",
  };
  const second = { ...first, version: 2, markdown: "Two applications each." };
  const newFolder = () => mkdtemp(join(tmpdir(), "policy-"));

  test("publishing keeps all versions and shows the newest", async () => {
    const folder = await newFolder();
    await publish(folder, "rules", first);
    const agreed = await bytesOf("rules-1-en.pdf", folder);
    await publish(folder, "rules", second);
    expect(await bytesOf("rules-1-en.pdf", folder)).toEqual(agreed);
    const shown = await bytesOf("rules-en.pdf", folder);
    expect(shown).toEqual(await bytesOf("rules-2-en.pdf", folder));
    expect(shown).not.toEqual(agreed);
    const list = await publishedVersions(folder);
    expect(list.map(({ version, sha256 }) => [version, sha256])).toEqual([
      [1, fingerprint(agreed)],
      [2, fingerprint(shown)],
    ]);
  });

  test.each([
    ["new words under a number that is taken", { ...second, version: 1 }, /new under version 1/],
    [
      "another programme under the same number",
      { ...first, programme: "Impulso" },
      /new under version 1/,
    ],
    ["a number that is not the next", { ...second, version: 3 }, /version: 2/],
    ["no number", { ...second, version: undefined }, /must have a version/],
  ])("publishing refuses %s and changes nothing", async (_, text, says) => {
    const folder = await newFolder();
    await publish(folder, "rules", first);
    const files = async () =>
      Promise.all((await readdir(folder)).map(async (file) => [file, await bytesOf(file, folder)]));
    const before = await files();
    await expect(publish(folder, "rules", text)).rejects.toThrow(says);
    expect(await files()).toEqual(before);
  });

  test("publishing a published version again draws no new document", async () => {
    const folder = await newFolder();
    await publish(folder, "rules", first);
    const list = await publishedVersions(folder);
    await publish(folder, "rules", first);
    expect(await publishedVersions(folder)).toEqual(list);
  });
});
