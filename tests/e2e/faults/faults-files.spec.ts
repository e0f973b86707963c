import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { expect, test } from "../../support/browser/browser";
import { newAccount, signIn } from "../../support/browser/visitors";
import { heavyVideo, image, video } from "../../support/made-files/files";
import { scriptedPdf } from "../../support/made-files/pdf-files";
import { applicationOf } from "../../support/people/application";
import { openLedger, sharedStores } from "../../support/people/ledger";
import { openLossyLink } from "../../support/servers/link";

test("an upload of 100 MB completes over a connection with 3 % loss and repeated breaks", async ({
  page,
  path,
  t,
  language,
  allowConsole,
}, info) => {
  const stores = sharedStores();
  test.skip(!stores || language !== "it", "looks at the stored bytes; once is enough");
  test.setTimeout(240_000);
  allowConsole(/Failed to load resource|ERR_/);
  const link = await openLossyLink(process.env.E2E_BASE_URL ?? "", {
    loss: 0.03,
    segment: 16_384,
    stall: 40,
    cutEvery: 16_000_000,
  });
  const app = applicationOf(page, t, (given) => link.url + path(given));
  const account = await newAccount();
  const ledger = openLedger(page);
  const bytes = heavyVideo(104_857_600 - video("clip.mp4").length);
  const file = info.outputPath("filo.mp4");
  writeFileSync(file, bytes);

  await signIn(page, account);
  await app.open("documents");
  const began = Date.now();
  await app.fileInput("video").setInputFiles(file);
  await expect(app.upload("video").getByText(t("uploads.state.done"))).toBeVisible({
    timeout: 200_000,
  });
  const { segments, lost, cuts, bytes: sent } = link.counts;
  console.info(
    `100 MB in ${((Date.now() - began) / 1000).toFixed(1)} s: ${lost} of ${segments} segments lost, ${cuts} times cut, ${Math.round(sent / 1e6)} MB sent in all`,
  );
  expect(cuts).toBeGreaterThan(2);
  const stored = await ledger.reconcile("100 MB over a bad line", account.email, stores!);
  expect(stored.files).toHaveLength(1);
  expect(stored.files[0]).toMatchObject({
    field: "video",
    size: 104_857_600,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  link.close();
});

test("an upload to a server without space shows that and continues automatically when there is space", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/503/);
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  let isFull = true;
  await page.route("**/wp-json/wp/v2/project/files*", (route) => {
    if (!isFull || route.request().method() !== "POST") return route.fallback();
    return route.fulfill({
      status: 503,
      headers: { "Retry-After": "30" },
      json: { code: "unavailable", message: "the disk is nearly full", data: { status: 503 } },
    });
  });
  await page.clock.install();
  await app.open("documents");
  const box = app.upload("video");
  await app.fileInput("video").setInputFiles({
    name: "clip.mp4",
    mimeType: "video/mp4",
    buffer: video("clip.mp4"),
  });
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(box.getByRole("alert")).toHaveText(t("uploads.note.unavailable"), {
      timeout: 500,
    });
  }).toPass();
  isFull = false;
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(box.getByText(t("uploads.state.done"))).toBeVisible({ timeout: 500 });
  }).toPass();
});

test("an accepted file with a script runs nothing in any way of opening it", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  // The browser logs the scripts that it refuses to run.
  allowConsole(/MIME type|Refused|blocked|Content Security Policy|Failed to load resource/);
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("documents");
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const html = "<!doctype html><script>document.title = 'ran'; alert(1)</script>";
  const files = {
    pitch: { name: "deck.pdf", buffer: scriptedPdf("app.alert('ran')") },
    altro_materiale: {
      name: "foto.png",
      buffer: Buffer.concat([await image("png"), Buffer.from(html)]),
    },
  };
  for (const [field, { name, buffer }] of Object.entries(files)) {
    await app
      .fileInput(field)
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await expect(app.upload(field).getByText(t("uploads.state.done"))).toBeVisible();
  }
  const answer = await page.request.get("/wp-json/wp/v2/project");
  const { project } = await answer.json();

  for (const [field, type] of [
    ["pitch", "application/pdf"],
    ["altro_materiale", "image/png"],
  ] as const) {
    const address = `/wp-json/wp/v2/project/files/${project[field].id}`;
    const headers = (await page.request.get(address)).headers();
    expect(headers["content-type"]).toBe(type);
    expect(headers["content-disposition"]).toMatch(/^attachment;/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("sandbox");
    const tab = await page.context().newPage();
    const saving = tab.waitForEvent("download");
    await tab.goto(address).catch(() => undefined);
    expect((await saving).suggestedFilename()).toBe(project[field].name);
    expect(tab.url()).toBe("about:blank");
    await tab.close();
    const ran = await page.evaluate(async (src) => {
      const load = (node: HTMLElement) =>
        new Promise<void>((resolve) => {
          node.onload = () => resolve();
          node.onerror = () => resolve();
          document.body.append(node);
          setTimeout(resolve, 1000);
        });
      await Promise.all([
        load(Object.assign(document.createElement("iframe"), { src })),
        load(Object.assign(document.createElement("object"), { data: src })),
        load(Object.assign(document.createElement("script"), { src })),
      ]);
      return document.title === "ran" || window.frames.length > 2;
    }, address);
    expect(ran).toBe(false);
  }
  expect(dialogs).toEqual([]);
});
