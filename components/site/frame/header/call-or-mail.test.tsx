import { act, cleanup } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withWords } from "@/tests/support/render";

const EDITION = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-09-30T22:00:00.000Z",
};

/** Returns the link that the header shows. The stylesheet hides the other link. */
const shownIn = (ways: Element | null) => (ways?.hasAttribute("data-open") ? "apply" : "write");

/** Returns the page at two times: as rendered by the server, and after the script has received the server's time. */
async function pageOf(renderedAt: string | undefined, serverTime: string) {
  vi.resetModules();
  const { CallOrMail } = await import("./call-or-mail");
  const edition = { ...EDITION, ...(renderedAt !== undefined && { renderedAt }) };
  const ui = withWords(<CallOrMail edition={edition} mail="a@b.example" session={null} />);
  const container = document.createElement("div");
  container.innerHTML = renderToString(ui);
  const html = shownIn(container.firstElementChild);
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise((resolve) => (answer = resolve)));
  const faults: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, ui, { onRecoverableError: (error) => faults.push(error) }),
  );
  const hydrated = shownIn(container.firstElementChild);
  await act(async () => {
    answer(new Response(null, { headers: { Date: new Date(serverTime).toUTCString() } }));
  });
  const told = shownIn(container.firstElementChild);
  await act(async () => root.unmount());
  expect(faults).toEqual([]);
  return { html, hydrated, told };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-01-01") }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const APPLY = "apply";
const WRITE = "write";

test.each([
  ["2026-05-01T10:00:00Z", WRITE],
  ["2026-08-20T15:00:00Z", APPLY],
  ["2026-10-20T15:00:00Z", WRITE],
])(
  "the header's link of a page rendered at %s stays as in the HTML, even with a wrong local clock",
  async (renderedAt, shown) => {
    expect(await pageOf(renderedAt, renderedAt)).toEqual({
      html: shown,
      hydrated: shown,
      told: shown,
    });
  },
);

test("the header's link changes when the server's clock passes a date after rendering", async () => {
  expect(await pageOf("2026-06-30T15:00:00Z", "2026-07-01T15:00:00Z")).toEqual({
    html: WRITE,
    hydrated: WRITE,
    told: APPLY,
  });
  expect((await pageOf("2026-09-30T15:00:00Z", "2026-10-01T15:00:00Z")).told).toEqual(WRITE);
});

test("the header of a prerendered page shows the mail link until the time is known", async () => {
  const { html, told } = await pageOf(undefined, "2026-08-20T15:00:00Z");
  expect(html).toEqual(WRITE);
  expect(told).toEqual(APPLY);
});
