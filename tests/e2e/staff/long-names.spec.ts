import { randomUUID } from "node:crypto";
import { NAME_MAX } from "../../../contract/fields";
import { letterField } from "../../../contract/staff/letters";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { enterDemo } from "../../support/browser/hands";
import { ownAddress, signIn } from "../../support/browser/visitors";
import { newApplicant } from "../../support/people/applicant";
import { canOpenOwnSite, openOwnSite } from "../../support/servers/own-site";

// Use a separate site, because rows with long names would make the lists of other tests longer.
test.skip(!canOpenOwnSite(), "needs a build to serve beside the site of this run");
test.describe.configure({ mode: "serial" });

let site: Awaited<ReturnType<typeof openOwnSite>>;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await openOwnSite();
});
test.afterAll(() => site?.close());

const STAFF = "rita.neri@slancio.example";
const EVALUATOR = { email: "anna.ferrero@slancio.example", password: "slancio-demo-2026" };
const account = () => ({ siteUrl: site.siteUrl, mailbox: site.mailbox });

const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];

/**
 * Returns a unique name of the maximum length that the product accepts. It repeats `word`, with `joint` between the
 * repetitions; without `joint`, the name is one long word.
 */
const longest = (word: string, joint = "") =>
  `${randomUUID().slice(0, 8)}${joint}${`${word}${joint}`.repeat(NAME_MAX)}`
    .slice(0, NAME_MAX)
    .trim();

test("the longest names, also right-to-left ones, are whole on every page and cause no sideways scroll", async ({
  path,
  newVisitor,
}) => {
  test.setTimeout(240_000);
  const rightToLeft = longest("שלום", " ");
  const oneWord = longest("W");
  const person = { first_name: longest("ש"), last_name: longest("M") };
  await newApplicant("sent", rightToLeft, { ...account(), name: person });
  await newApplicant("sent", oneWord, account());
  const [page, desk] = [await newVisitor(site.siteUrl), await newVisitor(site.siteUrl)];
  await enterDemo(page, site, STAFF);
  await signIn(desk, EVALUATOR, site.siteUrl);
  for (const name of [rightToLeft, oneWord]) {
    const search = `?search=${encodeURIComponent(name)}`;
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await desk.setViewportSize(size);
      for (const [reader, list] of [
        [page, "/dashboard/regia/candidature"],
        [desk, "/dashboard/evaluation"],
      ] as const) {
        const fits = async (where: string) => {
          const wide = () => reader.evaluate(() => document.documentElement.scrollWidth);
          await expect
            .poll(wide, { message: `${where} at ${size.width} px` })
            .toBeLessThanOrEqual(size.width);
          await expectNoAxeViolations(reader);
        };
        await reader.goto(path(list) + search);
        const link = reader.locator("tbody").getByRole("link", { name, exact: true });
        await expect(link).toBeInViewport({ ratio: 1 });
        await fits(list);
        await link.click();
        const title = reader.getByRole("heading", { level: 1 });
        await expect(title).toHaveText(name);
        await fits(`${list}, one`);
        if (reader !== page || name !== rightToLeft) continue;
        const owner = page.getByRole("link", { name: new RegExp(person.last_name) });
        await owner.click();
        await expect(title).toContainText(person.last_name);
        await fits("the person");
      }
    }
  }
});

test("a name of 300 characters is refused at its field, and the product keeps the last one", async () => {
  const applicant = await newApplicant("begun", "Filò", account());
  const login = await fetch(`${site.siteUrl}/wp-json/wp/v2/users/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...ownAddress() },
    body: JSON.stringify({ email: applicant.email, password: applicant.password }),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const refused = await fetch(`${site.siteUrl}/wp-json/wp/v2/project`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ nome: "ש".repeat(300) }),
  });
  expect(refused.status).toBe(422);
  expect((await refused.json()).data.fields).toEqual({ nome: "too_long" });
  expect((await (await applicant.api("GET")).json()).project.nome).toBe("Filò");
});

test("the result of a test email is visible in each window", async ({
  path,
  t,
  language,
  newVisitor,
}) => {
  const page = await newVisitor(site.siteUrl);
  const name = `Filò ${randomUUID().slice(0, 8)}`;
  await newApplicant("complete", name, { ...account(), language });
  await enterDemo(page, site, STAFF);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(path(`/dashboard/regia/candidature?search=${encodeURIComponent(name)}`));
    await page.locator("tbody tr").first().focus();
    await page.keyboard.press("x");
    await page.keyboard.press("w");
    const dialog = page.getByRole("dialog");
    await dialog.locator(`[name="${letterField(language, "subject")}"]`).fill("Manca un clic");
    await dialog.locator(`[name="${letterField(language, "text")}"]`).fill("Mandala oggi.");
    // The preview follows the text after a moment and moves the button, so wait for it as a user does.
    await expect(dialog.getByRole("region").getByText("Mandala oggi.")).toBeVisible();
    await dialog.getByRole("button", { name: t("staff.letters.test"), exact: true }).click();
    const result = dialog.getByRole("status").filter({ hasText: STAFF });
    await expect(result).toBeInViewport({ ratio: 0.99 });
    const isCovered = await result.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isCovered, `covered in a window of ${size.width} px`).toBe(false);
    await expectNoAxeViolations(page);
  }
});
