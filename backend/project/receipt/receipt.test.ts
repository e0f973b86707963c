import { beforeAll, describe, expect, test } from "vitest";
import { INFO } from "@/contract/project/options";
import { STEPS } from "@/contract/project/project-fields";
import { pdf, video } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { receiptMessages } from "./receipt-pdf";

const { api, makeUser, makeEdition } = await testBackend({
  now: new Date("2026-09-30T21:59:07.000Z"),
});
const { upload } = tusClient(api);

beforeAll(async () => {
  await makeEdition();
});

/** Returns the text of all pages of a PDF. */
async function textOf(bytes: ArrayBuffer): Promise<string> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  return pages.join(" ").replaceAll(/\s+/g, " ");
}

describe("the receipt", () => {
  test("the receipt is a PDF in the caller's language with number, time, hash, fields, and files", async () => {
    const { token, email } = await makeUser({ firstName: "Łucja", lastName: "Ștefănescu" });
    await api("POST", "wp/v2/project", { token, body: fullDraft({ nome: "Filò – Šile" }) });
    await upload(token, { field: "pitch", name: "filò.pdf", bytes: await pdf() });
    await upload(token, { field: "video", name: "filò.mp4", bytes: video("clip.mp4") });
    expect((await api("GET", "wp/v2/project/receipt", { token })).status).toBe(404);
    const { json: sent } = await api("POST", "wp/v2/project/send", { token });
    const { project } = (await api("GET", "wp/v2/project", { token })).json;

    const italian = await api("GET", "wp/v2/project/receipt", { token });
    expect(italian.status).toBe(200);
    expect(Object.fromEntries(italian.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="ricevuta-${sent.receipt.number}.pdf"`,
      "cache-control": "private, no-store",
    });
    const text = await textOf(await italian.response.arrayBuffer());
    for (const part of [
      "Candidatura inviata.",
      sent.receipt.number,
      sent.receipt.sha256,
      "30 settembre 2026",
      "23:59:07",
      "2026-09-30T21:59:07.000Z",
      `Łucja Ștefănescu <${email}>`,
      "Filò – Šile",
      "Startup innovativa",
      "filò.pdf",
      project.pitch.sha256,
      project.video.sha256,
      "Marco Deidda",
      "Pagina 2 di 2",
    ]) {
      expect(text).toContain(part);
    }
    const english = await api("GET", "wp/v2/project/receipt?lang=en", { token });
    expect(english.headers.get("content-disposition")).toContain("receipt-2026-");
    expect(await textOf(await english.response.arrayBuffer())).toContain("Application sent.");

    await api("POST", "wp/v2/project", { token, body: { nome: "Altro nome" } });
    const later = await api("GET", "wp/v2/project/receipt", { token });
    expect(await textOf(await later.response.arrayBuffer())).not.toContain("Altro nome");
    await api("DELETE", "wp/v2/project", { token });
    expect((await api("GET", "wp/v2/project/receipt", { token })).status).toBe(404);
  });

  test("the receipt has texts in both languages for all steps and referral sources", () => {
    const [it, en] = [receiptMessages("it"), receiptMessages("en")];
    const keys = (value: object) =>
      Object.entries(value).flatMap(([key, inner]) =>
        typeof inner === "object" ? Object.keys(inner).map((name) => `${key}.${name}`) : [key],
      );
    expect(keys(en)).toEqual(keys(it));
    expect(Object.keys(it.sections)).toEqual([...STEPS]);
    expect(Object.keys(it.info)).toEqual([...INFO]);
  });
});
