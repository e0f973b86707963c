import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { fileProblem } from "@/contract/project/file-rules";
import { FIGURES } from "@/contract/quoted-numbers";
import { MESSAGES } from "@/tests/support/render";
import { testBackend } from "@/tests/support/servers/backend";

const MB = 1024 * 1024;
const { api, makeUser, makeEdition } = await testBackend();

test("a larger deck is let in, and no larger video", async () => {
  expect(fileProblem("pitch", "deck.pdf", 150 * MB)).toBeNull();
  expect(fileProblem("pitch", "deck.pdf", 150 * MB + 1)).toBe("too_large");
  await makeEdition();
  const { token } = await makeUser();
  const begin = async (field: string, name: string) => {
    const metadata = `field ${btoa(field)},filename ${btoa(name)}`;
    const headers = {
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(150 * MB),
      "Upload-Metadata": metadata,
    };
    return (await api("POST", "wp/v2/project/files", { token, headers })).status;
  };
  expect(await begin("pitch", "deck.pdf")).toBe(201);
  expect(await begin("video", "clip.mp4")).toBe(413);
});

test.each(["it", "en"] as const)("the form says so (%s)", (locale) => {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: "uploads" });
  expect(t("rule.pitch", { ...FIGURES, formats: ".pdf" })).toContain("150 MB");
});
