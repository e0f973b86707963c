import { addressOf } from "@/lib/routes/lookup";
import { PUBLIC_PAGES } from "@/lib/routes/public-pages";
import { expect, test } from "../../support/browser/browser";

/* The page of the call. Every public page ends with a link to this page. */

const CALL = "/call-for-ideas";

/** Pages of single content items, and public pages that are rendered for each user. */
const OTHERS = [
  "/magazine/due-minuti",
  "/storie/rendo",
  "/corso/governare-in-pochi",
  "/evento/due-rive",
  "/search?q=impresa",
  "/thankyou-page",
  "/thankyou-page-registration",
];

test("each public page links the call in its main part", async ({ page, path }) => {
  const pages = PUBLIC_PAGES.map(addressOf).filter((address) => address !== CALL);
  for (const address of [...pages, ...OTHERS]) {
    const html = await (await page.request.get(path(address))).text();
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect(main, address).toMatch(new RegExp(`href="${path(CALL)}["#]`));
  }
});

test("the end of an article shows the state of the call by the hero's clock", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/magazine/due-minuti"));
  const band = page.getByRole("region", { name: t("callBand.page.article") });
  const said = ["true", "false"].map((closesElided) =>
    t("countdown.callBand.open", { closes: "", closesElided }).trim(),
  );
  await expect(band).toContainText(new RegExp(said.join("|")));
  await band.getByRole("link", { name: t("callBand.link") }).click();
  await page.waitForURL(`**${path(CALL)}`);
});

test("the page after a whitepaper request shows the next event with its calendar file, and an article", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/thankyou-page"));
  const main = page.getByRole("main");
  const calendar = main.getByRole("link", { name: t("events.calendar") });
  const answer = await page.request.get((await calendar.getAttribute("href")) ?? "");
  expect(await answer.text()).toContain("BEGIN:VEVENT");
  await main
    .getByRole("link", { name: "5,19" })
    .or(main.getByRole("link", { name: "5.19" }))
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/5[.,]19/);
});

test("while the call is open the header links to the registration, also on a phone", async ({
  page,
  path,
  t,
}) => {
  const going = `${path("/registration")}?next=${encodeURIComponent(path("/dashboard/project"))}`;
  const header = page.getByRole("banner");
  for (const address of ["/magazine/due-minuti", "/storie/rendo", "/search"]) {
    await page.goto(path(address));
    const apply = header.getByRole("link", { name: t("header.apply"), exact: true });
    await expect(apply).toHaveAttribute("href", going);
    await expect(header.getByRole("link", { name: t("header.write") })).toHaveCount(0);
  }
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 640 });
    await expect(header.getByRole("link", { name: t("header.apply"), exact: true })).toBeInViewport(
      { ratio: 1 },
    );
    await expect(header.getByRole("link", { name: t("header.login") })).toHaveCount(0);
  }
  await page.setViewportSize({ width: 360, height: 640 });
  await header.getByRole("button", { name: t("header.menu") }).click();
  const menu = page.getByRole("dialog", { name: t("header.menu") });
  const apply = menu.getByRole("link", { name: t("header.apply") });
  await expect(apply).toHaveCount(1);
  const [above, below] = [
    await apply.boundingBox(),
    await menu.getByRole("link", { name: t("header.section.call") }).boundingBox(),
  ];
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);
  await apply.click();
  await page.waitForURL(`**${going}`);
});

test("after the call has closed the header offers the contact address again", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  // The browser's clock is after the end of the call. Block the server's time, which would correct this clock.
  allowConsole(/ERR_FAILED .*\/api\/time/);
  await page.clock.setFixedTime(new Date("2031-01-01"));
  await page.route("**/api/time", (route) => route.abort());
  await page.goto(path("/magazine/due-minuti"));
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: t("header.write") })).toHaveCount(1);
  await expect(header.getByRole("link", { name: t("header.apply") })).toHaveCount(0);
});
