import { expect, test } from "vitest";
import { pdfText } from "@/tests/support/made-files/unpack";
import { PATH, sendingBench } from "@/tests/support/people/sending";
import { isTemplate } from "../mail/messages";
import { renderMail } from "../mail/render";

const { api, deps, makeUser, clock, complete, send, mailsOf } = await sendingBench();

/** Renders all emails of one template to a user. */
async function read(userId: string, template: string, language: "it" | "en" = "it") {
  const mails = (await mailsOf(userId)).filter((mail) => mail.template === template);
  return mails.map((mail) => {
    if (!isTemplate(mail.template)) throw new Error("no template");
    const words = { ...mail, template: mail.template, language };
    return renderMail(words, deps.config, clock.now).text;
  });
}

test.each(["it", "en"] as const)(
  "withdrawing and restoring send an email (%s)",
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

test.each(["it", "en"] as const)(
  "deleting and restoring an unsent draft sends emails without a withdrawal or a receipt (%s)",
  async (language) => {
    const { id, token } = await makeUser();
    await api("POST", PATH, { token, body: { nome: "Filò" } });
    await api("DELETE", PATH, { token });
    const answer = await api("GET", PATH, { token });
    expect(answer.json).toMatchObject({ projectSent: false, projectEverSent: false });
    await api("POST", `${PATH}/restore`, { token });
    expect((await mailsOf(id)).map(({ template }) => template)).toEqual([
      "draft_deleted",
      "draft_restored",
    ]);
    for (const template of ["draft_deleted", "draft_restored"]) {
      const [mail] = await read(id, template, language);
      expect(mail).toContain("Filò");
      expect(mail).not.toMatch(/ritir|ricevuta|withdr|receipt/i);
    }
    const { json } = await api("GET", `${PATH}/timeline`, { token });
    const [restored, deleted] = json.events;
    expect([restored, deleted]).toMatchObject([
      { type: "restored", data: { draft: true } },
      { type: "withdrawn", data: { draft: true } },
    ]);
  },
);

test("an application that was sent once is withdrawn, also with later changes", async () => {
  const { id, token } = await complete();
  await send(token);
  await api("POST", PATH, { token, body: { nome: "Altro nome" } });
  await api("DELETE", PATH, { token });
  expect((await api("GET", PATH, { token })).json.projectEverSent).toBe(true);
  expect(await read(id, "draft_deleted")).toEqual([]);
  await api("POST", `${PATH}/restore`, { token });
  const [restored] = await read(id, "application_restored");
  expect(restored).not.toMatch(/bozza|se (era|non lo)/i);
});

test("in the grace period the email states the time until which the application is restorable", async () => {
  const before = clock.now;
  clock.now = new Date("2026-09-30T22:05:00Z");
  const { id, token } = await makeUser();
  await api("POST", PATH, { token, body: { nome: "Filò" } });
  await api("DELETE", PATH, { token });
  expect((await read(id, "draft_deleted"))[0]).toContain("ore 00:15 di giovedì 1º ottobre");
  clock.now = before;
});

test("a second receipt names the replaced one in the email and on the PDF", async () => {
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
