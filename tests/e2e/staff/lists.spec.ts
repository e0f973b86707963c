import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expect, test } from "../../support/browser/browser";
import { handsOn } from "../../support/browser/hands";
import { openReady } from "../../support/browser/pages";
import { becomeStaff } from "../../support/browser/staff";
import {
  newEvaluator,
  ownAddress,
  type Person,
  seedEdition,
  seedRound,
  signIn,
} from "../../support/browser/visitors";

/* Checks the pattern of all lists of staff and evaluators: rows in the first screen, and a head that stays visible. */

// Use soft expectations, so that one run reports all lists with too few rows.
const softly = expect.configure({ soft: true });
const SITE = new URL(process.env.E2E_BASE_URL ?? "http://localhost").origin;
const NAMES = Array.from({ length: 13 }, (_, index) => `P${String(index + 1).padStart(2, "0")}`);
const FIRST_SCREENS = [
  { width: 1366, height: 768, rows: 10 },
  { width: 390, height: 844, rows: 6 },
];

/** Checks that a window shows at least the given number of whole list rows. */
async function expectRows(page: Page, name: string, wanted: number): Promise<void> {
  const rows = page.locator("main tbody tr");
  await rows.first().waitFor();
  const boxes = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect()).map(({ bottom, height }) => ({ bottom, height })),
  );
  const end = page.viewportSize()?.height ?? 0;
  const heights = boxes.map(({ height }) => height).toSorted((one, other) => one - other);
  const usual = heights[Math.floor(heights.length / 2)] ?? Number.POSITIVE_INFINITY;
  const seen = boxes.filter(({ bottom }) => bottom <= end).length;
  // If the list has fewer rows than fit in the window, count the free space below the last row as rows.
  const space = Math.floor((end - (boxes.at(-1)?.bottom ?? end)) / usual);
  softly(seen + Math.max(0, space), name).toBeGreaterThanOrEqual(wanted);
}

/**
 * Checks a list on a wide screen: rows of 44 px, no sentence above the rows that is as large as the title, cells that
 * begin below their heads, and space between a row's edge and its first content.
 */
async function expectInLine(page: Page, name: string): Promise<void> {
  const found = await page.evaluate(() => {
    const leftOf = (element: Element) => {
      const content = document.createRange();
      content.selectNodeContents(element);
      const parts = [content, ...element.querySelectorAll("*")];
      const seen = parts.flatMap((part) => [...part.getClientRects()]);
      return Math.min(...seen.filter(({ width }) => width > 1).map(({ left }) => left));
    };
    const table = document.querySelector("main table") as HTMLTableElement;
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
    const rows = [...(table.tBodies[0]?.rows ?? [])].filter(
      ({ cells }) => cells.length === heads.length,
    );
    const [row] = rows;
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const title = document.querySelector("h1") as Element;
    const texts = [...document.querySelectorAll("main :is(p, p *)")].filter(
      (element) => element.compareDocumentPosition(table) === Node.DOCUMENT_POSITION_FOLLOWING,
    );
    return {
      heights: rows.map((one) => Math.round(one.getBoundingClientRect().height)),
      title: sizeOf(title),
      largest: Math.max(1, ...texts.map(sizeOf)),
      inset: row ? leftOf(row.cells[0] as Element) - row.getBoundingClientRect().left : 0,
      offsets: heads.flatMap((head, at) => {
        const cell = row?.cells[at];
        const offset = cell ? leftOf(cell) - leftOf(head) : Number.NaN;
        // Skip numbers, which are right-aligned, and cells without text: a drawn mark can be at the start of its scale.
        if (!cell?.textContent || head.dataset.numeric) return [];
        return [[head.textContent, Math.round(offset)] as const];
      }),
    };
  });
  softly(found.heights.filter((height) => height > 46).length, `${name}: tall rows`).toBe(0);
  softly(found.title / found.largest, `${name}: title`).toBeGreaterThanOrEqual(2);
  softly(found.inset, `${name}: first content`).toBeGreaterThanOrEqual(8);
  for (const [head, offset] of found.offsets)
    softly(Math.abs(offset), `${name}: cells below "${head}"`).toBeLessThanOrEqual(1);
}

/**
 * Checks that the head of the page's first table stays at the window's upper edge, above the rows, while the page
 * scrolls. Phones hide the heads of most lists.
 */
async function expectHeadToStay(page: Page, name: string, mayHide: boolean): Promise<void> {
  const size = page.viewportSize();
  // Make the window low, so that a page with a short list can also scroll.
  if (size) await page.setViewportSize({ ...size, height: 320 });
  const head = page.locator("main thead").first();
  const heightOf = () => head.evaluate((one) => one.getBoundingClientRect().height);
  if (!mayHide || (await heightOf()) > 1) {
    await page.evaluate(() => {
      const last = document.querySelector("main table tbody")?.lastElementChild;
      window.scrollBy(0, (last?.getBoundingClientRect().top ?? 0) - 20);
    });
    const place = () =>
      head.evaluate((one) => {
        const { top, left, height, width } = one.getBoundingClientRect();
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        return { top: Math.round(top), isAbove: one.contains(at) };
      });
    await softly.poll(place, `${name}: head`).toEqual({ top: 0, isAbove: true });
    await page.evaluate(() => window.scrollTo(0, 0));
  }
  if (size) await page.setViewportSize(size);
}

/** Checks that the visible texts of neighbouring cells of a row have a gap of at least 8 px. */
async function expectGaps(page: Page, name: string): Promise<void> {
  const touching = await page.locator("main tbody tr").evaluateAll((rows) => {
    // Returns the visible left and right edges of a cell's texts. An element can cut a text off, so limit the edges to
    // the element's box.
    const seenIn = (cell: Element) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const seen: { left: number; right: number }[] = [];
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        let { left, right } = range.getBoundingClientRect();
        for (
          let one = range.startContainer.parentElement;
          one && cell.contains(one);
          one = one.parentElement
        ) {
          const { overflowX, textOverflow, paddingRight } = getComputedStyle(one);
          if (overflowX === "visible") continue;
          const box = one.getBoundingClientRect();
          // The ellipsis of a shortened text ends before the element's padding.
          const end =
            box.right - (textOverflow === "ellipsis" ? Number.parseFloat(paddingRight) : 0);
          [left, right] = [Math.max(left, box.left), Math.min(right, end)];
        }
        // Ignore texts for screen readers, which are one pixel wide.
        if (right - left > 1) seen.push({ left, right });
      }
      return seen;
    };
    return rows.flatMap((row) => {
      const cells = [...(row as HTMLTableRowElement).cells]
        .map(seenIn)
        .filter(({ length }) => length);
      const isClose = cells.some((texts, index) => {
        const before = Math.max(...(cells[index - 1] ?? []).map(({ right }) => right));
        return Math.min(...texts.map(({ left }) => left)) - before < 8;
      });
      return isClose ? [row.textContent] : [];
    });
  });
  expect(touching, `${name}: cells without a gap`).toEqual([]);
}

/** Checks that the buttons of a dialog have one height, also if a reason is below a disabled button. */
async function expectEqualButtons(page: Page): Promise<void> {
  const buttons = page.getByRole("dialog").getByRole("button");
  await expect(buttons.nth(1)).toBeVisible();
  const heights = await buttons.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().height)),
  );
  expect(new Set(heights).size, `heights ${heights}`).toBe(1);
}

/** Checks each list at both sizes in FIRST_SCREENS. */
async function expectLists(page: Page, lists: Readonly<Record<string, string>>): Promise<void> {
  for (const { rows, ...size } of FIRST_SCREENS) {
    await page.setViewportSize(size);
    for (const [name, address] of Object.entries(lists)) {
      await openReady(page, address);
      const at = `${name} at ${size.width} px`;
      await expectRows(page, at, rows);
      if (size.width >= 1280) await expectInLine(page, at);
      await expectHeadToStay(page, at, size.width < 768);
      if (size.width > 768) await expectGaps(page, at);
    }
  }
}

/** Scores all projects of a round as an evaluator, and closes the evaluation. */
async function closeRound(page: Page, edition: number, round: number): Promise<void> {
  const api = `${SITE}/wp-json/wp/v2/projects`;
  const headers = { Origin: SITE, ...ownAddress() };
  const list = await page.request.get(`${api}?edition=${edition}&round=${round}&per_page=50`);
  const { projects } = await list.json();
  expect(projects).toHaveLength(NAMES.length);
  for (const [place, { id }] of projects.entries()) {
    const scores = { impact: 9 - (place % 4), utility: 8, feasibility: 7, scalability: 6 };
    const data = { scores: { ...scores, innovation: place % 9 }, round };
    const saved = await page.request.post(`${api}/${id}/evaluation`, { headers, data });
    expect(saved.status()).toBe(200);
  }
  const data = { closed: true, edition, round };
  const closed = await page.request.post(`${api}_evaluations`, { headers, data });
  expect(closed.status(), await closed.text()).toBe(200);
}

/** Creates an edition whose second round has ended: its only evaluator has scored all projects and closed. */
async function closedRound(page: Page, person: Person): Promise<string> {
  const { year } = await seedEdition(NAMES.length, "nobody@example.org");
  await seedRound(year, NAMES, [person]);
  await signIn(page, person);
  await closeRound(page, year, 2);
  return `edition=${year}&round=2`;
}

test("the lists fill the first screen of a laptop and a phone with rows, their heads stay visible and their cells apart", async ({
  page,
  newVisitor,
  path,
  t,
  allowConsole,
}) => {
  // The browser logs expected refusals: adding an authenticator app requires re-authentication, and the dialog for a
  // data request requests previews while the email address is still incomplete.
  allowConsole(/status of (403|422)/);
  test.setTimeout(400_000);
  const evaluator = await newVisitor();
  const round = await closedRound(evaluator, await newEvaluator());
  await expectLists(evaluator, {
    "evaluator's list": `${path("/dashboard/evaluation")}?${round}`,
    ranking: `${path("/dashboard/evaluation/ranking")}?${round}`,
  });

  await becomeStaff(page, { path, t });
  const requests = path("/dashboard/regia/persone/richieste");
  await openReady(page, requests);
  const hands = handsOn(page, t, path);
  const add = t("staff.person.act.request");
  await hands.press(page.getByRole("button", { name: add, exact: true }));
  await expectEqualButtons(page);
  await page.getByRole("dialog").locator("[name=request-kind]").selectOption("access");
  await hands.make("openRequestFrom", {
    fields: { "request-email": `asks-${randomUUID()}@example.org` },
    reason: "una lettera",
    count: 1,
  });
  await expectLists(page, {
    applications: path("/dashboard/regia/candidature"),
    evaluators: path("/dashboard/regia/valutatori"),
    selection: `${path("/dashboard/regia/selezione")}?${round}`,
    emails: `${path("/dashboard/regia/email")}?state=sent`,
    people: path("/dashboard/regia/persone"),
    requests,
    log: path("/dashboard/regia/registro"),
  });
});
