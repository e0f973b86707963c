import { randomUUID } from "node:crypto";
import type { Locator } from "playwright/test";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { press, tabTo } from "../../support/browser/keyboard";
import { newAccount, signIn } from "../../support/browser/visitors";
import { video } from "../../support/made-files/files";
import { newApplicant } from "../../support/people/applicant";
import { applicationOf } from "../../support/people/application";

const VTT = "WEBVTT\n\n00:00.000 --> 00:00.500\n<i>Ciao</i> a tutti\n";

/**
 * Returns "visible" if the focused element is inside the box and no other element covers its middle. Otherwise returns
 * "outside", or "under" with the covering element.
 */
function held(box: Locator): Promise<string> {
  return box.evaluate((box) => {
    const focused = document.activeElement;
    if (!focused || !box.contains(focused)) return "outside";
    const { left, top, width, height } = focused.getBoundingClientRect();
    // A file input is hidden and has a visible label. Check whether this label is covered.
    const shown = focused.matches("input[type=file]") ? focused.closest("label, div") : focused;
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    const isVisible = shown?.contains(found) || found?.contains(focused);
    return isVisible ? "visible" : `under ${found?.tagName} ${found?.className}`;
  });
}

test("an applicant uploads captions, edits them by keyboard and saves them", async ({
  page,
  path,
  t,
}) => {
  const app = applicationOf(page, t, path);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await newAccount());
  await app.open("documents");
  const box = app.upload("video");
  await app
    .fileInput("video")
    .setInputFiles({ name: "filo.mp4", mimeType: "video/mp4", buffer: video("clip.mp4") });
  await expect(box.getByText(t("uploads.state.done"))).toBeVisible();
  const words = (key: string, values?: Record<string, string | number>) =>
    t(`uploads.captions.${key}`, values);
  const cue = (number: number) => box.getByRole("group", { name: words("cue", { number }) });
  const texts = box.getByLabel(words("text"), { exact: true });

  await test.step("a file with a mistake names its line", async () => {
    await press(page, box.locator("summary"));
    const backwards = "WEBVTT\n\n00:02.000 --> 00:01.000\nCiao\n";
    const file = box.getByLabel(words("upload"));
    await file.setInputFiles({
      name: "filo.vtt",
      mimeType: "text/vtt",
      buffer: Buffer.from(backwards),
    });
    await expect(box.getByRole("alert")).toHaveText(
      `filo.vtt: ${words("problem.ends_early", { line: 3 })}`,
    );
    await file.setInputFiles({ name: "filo.vtt", mimeType: "text/vtt", buffer: Buffer.from(VTT) });
    await expect(texts).toHaveValue("Ciao a tutti");
    await box.getByLabel(words("language")).selectOption("it");
    await expectNoAxeViolations(page);
  });

  await test.step("a caption is split by keyboard and the focus follows", async () => {
    await press(page, cue(1).getByRole("button", { name: new RegExp(`^${words("split")}`) }));
    await expect(cue(2).getByLabel(words("text"), { exact: true })).toBeFocused();
    await page.keyboard.type("!");
    await press(page, box.getByRole("button", { name: words("save") }));
    await expect(box.getByText(words("saved"))).toBeVisible();
  });

  await test.step("no control of the editor is under the header or the video while it has the focus", async () => {
    await tabTo(page, box.getByLabel(words("upload")));
    let stops = 0;
    for (; (await held(box)) !== "outside"; stops++) {
      expect(await held(box), `stop ${stops}`).toBe("visible");
      await page.keyboard.press("Tab");
    }
    expect(stops).toBeGreaterThan(15);
  });

  await test.step("saved captions are there after a reload", async () => {
    await page.reload();
    await box.locator("summary").click();
    await expect(texts).toHaveCount(2);
    await expect(texts.first()).toHaveValue("Ciao a");
    await expectNoAxeViolations(page);
  });
});

test("sending asks about captions that are not saved", async ({ page, path, t, language }) => {
  const name = `Filò ${randomUUID().slice(0, 8)}`;
  await signIn(page, await newApplicant("complete", name, { language }));
  const app = applicationOf(page, t, path);
  await app.open("documents");
  const box = app.upload("video");
  await press(page, box.locator("summary"));
  await press(page, box.getByRole("button", { name: t("uploads.captions.add") }));
  await page.keyboard.type("Ciao");
  await page.goto(path("/dashboard/project/review"));
  await press(page, page.getByRole("button", { name: t("project.review.send"), exact: true }));
  const dialog = page.getByRole("dialog", { name: t("project.review.captionsTitle") });
  await expectNoAxeViolations(page);
  await dialog.getByRole("link", { name: t("project.review.captionsGo") }).click();
  await expect(page).toHaveURL(/documents$/);
  await box.locator("summary").click();
  await press(page, box.getByRole("button", { name: t("uploads.captions.save") }));
  await expect(box.getByText(t("uploads.captions.saved"))).toBeVisible();
  await page.goto(path("/dashboard/project/review"));
  await press(page, page.getByRole("button", { name: t("project.review.send"), exact: true }));
  await expect(page.getByRole("heading", { name: t("project.review.sentTitle") })).toBeVisible();
});

test("an evaluator reads the transcript beside the scores, searches it and moves the video", async ({
  page,
  path,
  t,
  demo,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, demo("evaluations"));
  // Open a project of the demo. Projects that other tests send have no captions.
  await page.goto(path("/dashboard/evaluation?search=Balia"));
  await page.locator("tbody").getByRole("link", { name: "Balia", exact: true }).click();
  const transcript = page.getByRole("region", {
    name: new RegExp(`^${t("evaluation.files.transcript.title", { language: "" }).split("(")[0]}`),
  });
  await transcript.scrollIntoViewIfNeeded();
  const lines = transcript.getByRole("listitem");
  await expect(lines.nth(1)).toBeVisible();
  await expect(page.getByRole("region", { name: t("evaluation.sheet.label") })).toBeInViewport();

  await test.step("Enter on a line moves the video, and the line is marked", async () => {
    await press(page, lines.first().getByRole("button"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(lines.nth(1)).toHaveAttribute("aria-current", "true");
    const at = await page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
    expect(at).toBeCloseTo(3, 0);
  });

  await test.step("the player has loaded the captions", async () => {
    const count = () =>
      page
        .locator("video")
        .evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length ?? 0);
    await expect.poll(count).toBeGreaterThan(1);
  });

  await test.step("a search leaves the lines with its words", async () => {
    await transcript.getByRole("searchbox").fill("zzz");
    await expect(
      transcript.getByText(t("evaluation.files.transcript.found", { count: 0 })),
    ).toBeVisible();
    await expect(lines).toHaveCount(0);
    await expectNoAxeViolations(page);
  });
});
