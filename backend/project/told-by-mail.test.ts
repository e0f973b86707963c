import { expect, test } from "vitest";
import { pdfText } from "@/tests/support/made-files/unpack";
import { PATH, sendingBench } from "@/tests/support/people/sending";
import { renderMail } from "../mail/render";
import { isTemplate } from "../mail/words";

const { api, deps, makeUser, clock, complete, send, mailsOf } = await sendingBench();

/** The mails of somebody with a template, as they are read. */
async function read(userId: string, template: string, language: "it" | "en" = "it") {
  const mails = (await mailsOf(userId)).filter((mail) => mail.template === template);
  return mails.map((mail) => {
    if (!isTemplate(mail.template)) throw new Error("no template");
    const words = { ...mail, template: mail.template, language };
    return renderMail(words, deps.config, clock.now).text;
  });
}

test.each(["it", "en"] as const)(
  "withdrawing and restoring are told by mail (%s)",
  async (language) => {
    const { id, token } = await complete();
    const { number } = (await send(token)).json.receipt;
    await api("DELETE", PATH, { token });
    const [withdrawn, ...others] = await read(id, "application_withdrawn", language);
    expect(others).toEqual([]);
    expect(withdrawn).toContain(number);
    expect(withdrawn).toMatch(language === "it" ? /24:00 di .*30 settembre/ : /30 September/);
    await api("POST", `${PATH}/restore`, { token });
    expect(await read(id, "application_restored", language)).toEqual([
      expect.stringContaining(number),
    ]);
  },
);

test("a draft that was never sent has no receipt to speak of", async () => {
  const { id, token } = await makeUser();
  await api("POST", PATH, { token, body: { nome: "Bozza" } });
  await api("DELETE", PATH, { token });
  const [mail] = await read(id, "application_withdrawn");
  expect(mail).toContain("Bozza");
  expect(mail).not.toContain("Ricevuta che non vale più");
});

test("a second receipt names the one it replaces, in the mail and on the PDF", async () => {
  const { id, token } = await complete();
  const first = (await send(token)).json.receipt.number;
  await api("POST", PATH, { token, body: { nome: "Filò secondo" } });
  const second = (await send(token)).json.receipt.number;
  const [one, two] = await read(id, "application_sent");
  expect(one).not.toContain("Sostituisce");
  expect(two).toContain(`Numero di ricevuta: ${second}\nSostituisce la ricevuta: ${first}`);
  const pdf = await api("GET", `${PATH}/receipt`, { token });
  const [page = ""] = await pdfText(Buffer.from(await pdf.response.arrayBuffer()));
  expect(page.replaceAll(/\s+/g, " ")).toContain(`Sostituisce la ricevuta ${first}`);
});
