import { appendFileSync, writeFileSync } from "node:fs";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { slowDown } from "../../support/browser/slow-line";
import { newAccount, signIn } from "../../support/browser/visitors";
import { heavyVideo, pdf, video } from "../../support/made-files/files";
import { ppt } from "../../support/made-files/ppt-files";
import { applicationOf, beginning } from "../../support/people/application";

const MB = 1024 * 1024;

test("an upload can be paused, continues on another step, and resumes after a reload", async ({
  page,
  path,
  t,
}, info) => {
  test.setTimeout(150_000);
  const app = applicationOf(page, t, path);
  const file = info.outputPath("filo-due-minuti.mp4");
  writeFileSync(file, heavyVideo(48 * MB));
  await signIn(page, await newAccount());
  await app.open("documents");
  const box = app.upload("video");
  const restore = await slowDown(page, 2 * MB);
  await app.fileInput("video").setInputFiles(file);

  await test.step("the upload shows its progress and can be paused and continued", async () => {
    await expect(
      box.getByText(beginning(t("uploads.state.rising", { percent: "§" }))),
    ).toBeVisible();
    await expect(
      box.getByText(beginning(t("uploads.secondsLeft", { count: 10 }).replace(/\d+/, "§"))),
    ).toBeVisible();
    await expect(app.bar().getByText(t("project.state.rising"))).toBeVisible();
    await expectNoAxeViolations(page);
    await box.getByRole("button", { name: beginning(t("uploads.pause")) }).click();
    await expect(box.getByText(t("uploads.note.paused"))).toBeVisible();
    await expectNoAxeViolations(page);
    // The same button pauses and continues the upload. Only its label changes, so it keeps the focus.
    const again = box.getByRole("button", { name: beginning(t("uploads.continue")) });
    await expect(again).toBeFocused();
    await again.click();
    await expect(box.getByText(t("uploads.note.rising"))).toBeVisible();
  });

  await test.step("the upload continues on another step", async () => {
    await app.next("contact");
    await expect(page).toHaveURL(/\/contact$/);
    await expect(app.bar().getByText(t("project.state.rising"))).toBeVisible();
    await page.goBack();
    await expect(box.getByText(t("uploads.note.rising"))).toBeVisible();
    await page.waitForRequest((sent) => sent.method() === "PATCH" && offsetOf(sent.headers()) > 0);
  });

  await test.step("after a reload the upload continues from its last byte", async () => {
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await restore();
    await expect(
      box.getByText(beginning(t("uploads.state.interrupted", { percent: "§" }))),
    ).toBeVisible();
    await expectNoAxeViolations(page);
    const first = page.waitForRequest((sent) => sent.method() === "PATCH");
    await app.fileInput("video").setInputFiles(file);
    expect(offsetOf((await first).headers())).toBeGreaterThan(0);
    await expect(box.getByText(t("uploads.state.done"))).toBeVisible();
    await page.reload();
    await expect(box.getByText("filo-due-minuti.mp4")).toBeVisible();
  });
});

function offsetOf(headers: Record<string, string>): number {
  return Number(headers["upload-offset"] ?? 0);
}

test("each wrong file is refused with its own message, and the next file is accepted", async ({
  page,
  path,
  t,
  allowConsole,
}, info) => {
  // The browser logs refused uploads as failed requests.
  allowConsole(/422/);
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("documents");

  async function refused(
    field: string,
    file: string | { name: string; buffer: Buffer },
    text: string,
  ) {
    const given =
      typeof file === "string" ? file : { mimeType: "application/octet-stream", ...file };
    await app.fileInput(field).setInputFiles(given);
    await expect(app.upload(field).getByRole("alert")).toHaveText(text);
  }

  const big = info.outputPath("grande.pdf");
  writeFileSync(big, Buffer.alloc(104_857_601));
  await refused(
    "pitch",
    big,
    `${t("uploads.tooLarge", { value: "100 MB" })} ${t("uploads.smaller.pitch")}`,
  );
  await refused(
    "pitch",
    { name: "slide.pptx", buffer: Buffer.from("PK") },
    `${t("uploads.typeNotAllowed", { values: ".pdf, .ppt" })} ${t("uploads.fromPptx")}`,
  );
  await refused("pitch", { name: "vuoto.pdf", buffer: Buffer.alloc(0) }, t("errors.file_empty"));
  await refused(
    "logo",
    { name: "logo.png", buffer: Buffer.alloc(5_242_881) },
    `${t("uploads.tooLarge", { value: "5 MB" })} ${t("uploads.smaller.logo")}`,
  );
  await expectNoAxeViolations(page);
  await refused(
    "pitch",
    { name: "lungo.pdf", buffer: await pdf({ pages: 21 }) },
    t("uploads.foundSlides", { found: 21, hidden: 0, max: 20 }),
  );
  await refused(
    "video",
    { name: "lungo.mp4", buffer: video("long-121.mp4") },
    t("uploads.foundLength", { found: "2:01", max: "2:00" }),
  );
  await refused(
    "video",
    { name: "finto.mp4", buffer: await pdf({ pages: 1 }) },
    t("uploads.reason.other_type", {
      named: ".pdf",
      extension: ".mp4",
      values: ".avi, .3gp, .mov, .mp4, .mpeg",
    }),
  );

  await test.step("the same refused file is checked again when it is chosen again", async () => {
    const lungo = info.outputPath("ancora.pdf");
    writeFileSync(lungo, await pdf({ pages: 21 }));
    await refused("pitch", lungo, t("uploads.foundSlides", { found: 21, hidden: 0, max: 20 }));
    await app
      .upload("pitch")
      .getByRole("button", { name: beginning(t("uploads.close")) })
      .click();
    await refused("pitch", lungo, t("uploads.foundSlides", { found: 21, hidden: 0, max: 20 }));
  });

  await test.step("a real deck is accepted, replaced, and deleted after a question", async () => {
    const box = app.upload("pitch");
    await app.fileInput("pitch").setInputFiles({
      name: "filo.ppt",
      mimeType: "application/vnd.ms-powerpoint",
      buffer: ppt({ slides: 9 }),
    });
    await expect(box.getByText("filo.ppt")).toBeVisible();
    await expect(box.getByText(t("uploads.slides", { count: 9 }))).toBeVisible();
    const facts = t("uploads.slides", { count: 9 });
    const title = t("fields.label.pitch");
    await expect(
      page.getByRole("status").getByText(t("uploads.arrived", { title, facts })),
    ).toBeAttached();
    await app.fileInput("pitch").setInputFiles({
      name: "filo-nuovo.pdf",
      mimeType: "application/pdf",
      buffer: await pdf({ pages: 3 }),
    });
    await expect(box.getByText("filo-nuovo.pdf")).toBeVisible();
    const download = page.waitForEvent("download");
    await box.getByRole("link", { name: beginning(t("uploads.download")) }).click();
    expect((await download).suggestedFilename()).toBe("filo-nuovo.pdf");
    await box.getByRole("button", { name: beginning(t("uploads.delete")) }).click();
    const dialog = page.getByRole("dialog");
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: t("uploads.delete"), exact: true }).click();
    await expect(box.getByText("filo-nuovo.pdf", { exact: true })).toBeHidden();
    await expect(app.fileInput("pitch")).toBeFocused();
  });
});

test("a cancelled upload leaves nothing behind", async ({ page, path, t }) => {
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("documents");
  await slowDown(page, 2 * MB);
  const box = app.upload("video");
  await app.fileInput("video").setInputFiles({
    name: "via.mp4",
    mimeType: "video/mp4",
    buffer: heavyVideo(20 * MB),
  });
  await expect(box.getByText(t("uploads.note.rising"))).toBeVisible();
  await box.getByRole("button", { name: beginning(t("uploads.cancel")) }).click();
  await expect(box.getByText(t("uploads.drop"))).toBeVisible();
  await page.reload();
  await expect(box.getByText(t("uploads.drop"))).toBeVisible();
});

test("a file that changes during its upload is refused with the reason", async ({
  page,
  path,
  t,
}, info) => {
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("documents");
  const file = info.outputPath("cambia.mp4");
  writeFileSync(file, heavyVideo(12 * MB));
  await slowDown(page, 2 * MB);
  await app.fileInput("video").setInputFiles(file);
  await expect(app.upload("video").getByText(t("uploads.note.rising"))).toBeVisible();
  appendFileSync(file, "x");
  await expect(app.upload("video").getByRole("alert")).toHaveText(t("uploads.reason.changed"));
});
