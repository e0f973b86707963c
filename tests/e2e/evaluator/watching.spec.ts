import { canConvert } from "@/backend/files/renditions/convert";
import { LANGUAGES } from "@/contract/languages";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { press, tabTo, typeInto } from "../../support/browser/keyboard";
import { newEvaluator, signIn } from "../../support/browser/visitors";
import { video } from "../../support/made-files/files";
import { makeDeck } from "../../support/made-files/office-deck";
import { newApplicant } from "../../support/people/applicant";
import { applicationOf } from "../../support/people/application";

/** Maximum milliseconds until the product has checked a file. The check can wait until another file is checked. */
const CHECKED = 35_000;
/** Maximum milliseconds until the product has converted a file. The job that converts files starts once a minute. */
const CONVERTED = 240_000;
const SRT = `1
00:00:00,000 --> 00:00:01,500
Perché un’etichetta

2
00:00:02,000 --> 00:00:03,000
parla di filo
`;
const SLIDES = ["Perché Filò costa 5 €", "Chi siamo", "Grazie"];

test("an evaluator watches a video with the captions that the applicant uploaded and edited by keyboard", async ({
  page,
  path,
  t,
  language,
  newVisitor,
}) => {
  test.setTimeout(420_000);
  const name = `Filo che parla ${language}`;
  // The applicant's account and answers are in the other language, so that the evaluator's page must mark the answers.
  const written = LANGUAGES.find((one) => one !== language) ?? language;
  const applicant = await newApplicant("complete", name, { language: written });
  const app = applicationOf(page, t, path);
  await signIn(page, applicant);
  await app.open("documents");
  const box = app.upload("video");
  const words = (key: string, values?: Record<string, string | number>) =>
    t(`uploads.captions.${key}`, values);
  const texts = box.getByLabel(words("text"), { exact: true });

  await test.step("the applicant replaces the video and uploads captions", async () => {
    await app.fileInput("video").setInputFiles({
      name: "filo-parla.mp4",
      mimeType: "video/mp4",
      buffer: video("clip.mp4"),
    });
    await expect(box.getByText("filo-parla.mp4")).toBeVisible();
    await expect(box.getByText(t("uploads.state.done"))).toBeVisible({ timeout: CHECKED });
    await press(page, box.locator("summary"));
    await box.getByLabel(words("upload")).setInputFiles({
      name: "filo.srt",
      mimeType: "application/x-subrip",
      buffer: Buffer.from(SRT),
    });
    await expect(texts).toHaveCount(2);
  });

  await test.step("the applicant corrects, splits and shifts captions by keyboard, and saves them", async () => {
    await tabTo(page, box.getByLabel(words("language")));
    await page.keyboard.type("ital");
    await typeInto(page, texts.nth(1), "parla di lana");
    const split = box.getByRole("group", { name: words("cue", { number: 2 }) });
    await press(page, split.getByRole("button", { name: new RegExp(`^${words("split")}`) }));
    await expect(texts).toHaveCount(3);
    await typeInto(page, box.getByLabel(words("shift")), language === "it" ? "0,5" : "0.5");
    await press(page, box.getByRole("button", { name: words("shiftAll"), exact: true }));
    await expect(box.getByText(words("shiftResult.shifted"))).toBeVisible();
    await press(page, box.getByRole("button", { name: words("save") }));
    await expect(box.getByText(words("saved"))).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("the applicant sends the application", async () => {
    await page.goto(path("/dashboard/project/review"));
    await press(
      page,
      app.bar().getByRole("button", { name: t("project.review.send"), exact: true }),
    );
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("project.review.sentTitle"));
  });

  const desk = await newVisitor();
  await desk.setViewportSize({ width: 1366, height: 768 });
  await signIn(desk, await newEvaluator());
  await desk.goto(path(`/dashboard/evaluation?search=${encodeURIComponent(name)}`));
  await press(desk, desk.getByRole("table").getByRole("link", { name, exact: true }));
  const title = desk.getByRole("heading", { level: 1, name });
  await expect(title).toBeVisible();
  const player = desk.locator("video");
  const transcript = desk.getByRole("region", {
    name: new RegExp(`^${t("evaluation.files.transcript.title", { language: "" }).split("(")[0]}`),
  });
  const lines = transcript.getByRole("listitem");

  await test.step("the answers state the applicant's language, the captions theirs", async () => {
    await expect(title).toHaveAttribute("lang", written);
    const { idea } = (await (await applicant.api("GET")).json()).project;
    await expect(desk.getByRole("article").getByText(idea)).toHaveAttribute("lang", written);
    await expect(lines.first().locator("[lang]")).toHaveAttribute("lang", "it");
    await expect(player.locator("track")).toHaveAttribute("srclang", "it");
  });

  await test.step("the video plays with its captions, beside the score sheet", async () => {
    await transcript.scrollIntoViewIfNeeded();
    await expect(lines).toHaveText([/Perché un’etichetta$/, /parla$/, /di lana$/]);
    await expect(desk.getByRole("region", { name: t("evaluation.sheet.label") })).toBeInViewport();
    await tabTo(desk, lines.first().getByRole("button"));
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await desk.keyboard.press(key);
    const shown = () =>
      player.evaluate(({ textTracks: [track] }: HTMLVideoElement) => ({
        mode: track?.mode,
        text: [...(track?.activeCues ?? [])].map((cue) => (cue as VTTCue).text),
      }));
    await expect.poll(shown).toEqual({ mode: "showing", text: ["di lana"] });
    await expect(lines.nth(2)).toHaveAttribute("aria-current", "true");
    const decoded = await player.evaluate(async (video: HTMLVideoElement) => {
      video.currentTime = 0;
      video.muted = true;
      await video.play();
      await new Promise((resolve) => video.addEventListener("ended", resolve, { once: true }));
      return video.getVideoPlaybackQuality().totalVideoFrames;
    });
    expect(decoded).toBeGreaterThan(20);
  });

  await test.step("the evaluator searches the transcript", async () => {
    await typeInto(desk, transcript.getByRole("searchbox"), "LANA");
    await expect(lines).toHaveText([/lana$/]);
    await expectNoAxeViolations(desk);
  });
});

test("an evaluator reads the slides of a PowerPoint deck as pages", async ({
  page,
  path,
  t,
  language,
  newVisitor,
}) => {
  test.skip(
    !(await canConvert("soffice")),
    "LibreOffice is missing, so no deck is converted: install libreoffice-impress",
  );
  test.setTimeout(CONVERTED + 180_000);
  const name = `Filo in slide ${language}`;
  const app = applicationOf(page, t, path);
  await signIn(page, await newApplicant("complete", name));

  await test.step("the applicant uploads a deck made with an office program, and sends", async () => {
    await app.open("documents");
    await app.fileInput("pitch").setInputFiles({
      name: "filo.ppt",
      mimeType: "application/vnd.ms-powerpoint",
      buffer: await makeDeck(SLIDES),
    });
    const box = app.upload("pitch");
    await expect(box.getByText("filo.ppt")).toBeVisible();
    const slides = box.getByText(t("uploads.slides", { count: SLIDES.length }));
    await expect(slides).toBeVisible({ timeout: CHECKED });
    await app.send();
  });

  const desk = await newVisitor();
  await signIn(desk, await newEvaluator());
  await desk.goto(path(`/dashboard/evaluation?search=${encodeURIComponent(name)}`));
  await desk.getByRole("table").getByRole("link", { name, exact: true }).click();
  await expect(desk.getByRole("heading", { level: 1, name })).toBeVisible();
  const pages = desk.getByRole("region", {
    name: t("evaluation.deck.label", { name: "filo.ppt", count: SLIDES.length }),
  });
  const place = (number: number) =>
    t("evaluation.deck.place", { place: number, count: SLIDES.length });

  await test.step("the product converts the deck, and the page shows its slides", async () => {
    await expect(async () => {
      await desk.reload();
      await desk
        .getByRole("heading", { name: t("evaluation.sheet.section.documents") })
        .scrollIntoViewIfNeeded();
      await expect(pages).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: CONVERTED });
    await pages.scrollIntoViewIfNeeded();
    const first = pages.getByRole("img", { name: place(1) });
    const colours = () =>
      first.evaluate((canvas: HTMLCanvasElement) => {
        if (canvas.width === 0) return 0;
        const context = canvas.getContext("2d");
        const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data;
        return new Set(pixels?.filter((_, index) => index % 404 === 0)).size;
      });
    await expect.poll(colours).toBeGreaterThan(1);
    await expectNoAxeViolations(desk);
  });

  await test.step("the slides are read in order by keyboard, and as text", async () => {
    await tabTo(desk, pages);
    await desk.keyboard.press("End");
    await expect(desk.getByText(place(SLIDES.length), { exact: true })).toBeVisible();
    await press(desk, desk.getByRole("button", { name: t("evaluation.deck.asText") }));
    for (const [index, text] of SLIDES.entries()) {
      await expect(desk.getByRole("heading", { name: place(index + 1) })).toBeVisible();
      await expect(desk.getByText(text)).toBeVisible();
    }
    await expectNoAxeViolations(desk);
  });

  await test.step("the original can still be downloaded", async () => {
    const link = desk.getByRole("link", { name: "filo.ppt" });
    const answer = await desk.request.get((await link.getAttribute("href")) ?? "");
    expect((await answer.body()).subarray(0, 4).toString("hex")).toBe("d0cf11e0");
  });
});
