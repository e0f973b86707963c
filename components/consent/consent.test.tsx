import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import Cookies from "js-cookie";
import { reset } from "vanilla-cookieconsent";
import { beforeEach, expect, test, vi } from "vitest";
import type { ThirdParties } from "@/lib/third-parties";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { CHOICE_COOKIE } from "./choice";

const WORDS = MESSAGES.it.consent;

/** Loads the consent modules again with a fake response that lists the configured third parties. */
async function visitWith(configured: ThirdParties) {
  vi.resetModules();
  const answered = vi.fn(async () => Response.json(configured));
  vi.stubGlobal("fetch", answered);
  const { Consent } = await import("./consent");
  const { ConsentButton } = await import("./consent-button");
  renderWithWords(
    <>
      <Consent cookiePolicy="/cookie-policy" />
      <main id="main" tabIndex={-1}>
        <ConsentButton>apri</ConsentButton>
        <input />
      </main>
    </>,
  );
  return answered;
}

const TAGS = { id: "GTM-TEST", url: "https://tags.example/gtm.js" };

/** Returns the consent banner. The banner appears when the page is idle, so the search waits up to 4 seconds. */
const asked = () => screen.findByRole("region", { name: WORDS.title }, { timeout: 4000 });

beforeEach(() => {
  reset(true);
  Cookies.remove(CHOICE_COOKIE);
});

test("without a configured third party, no user is asked, and the preferences say so", async () => {
  const answered = await visitWith({ tagManager: null, pixel: null });
  await waitFor(() => expect(answered).toHaveBeenCalled());
  await userEvent.click(screen.getByRole("button", { name: "apri" }));
  const dialog = await screen.findByRole("dialog", { name: WORDS.preferences });
  expect(within(dialog).getByText(WORDS.nothing)).toBeInstanceOf(HTMLElement);
  expect(within(dialog).getAllByRole("checkbox")).toHaveLength(1);
  expect(within(dialog).queryByRole("button", { name: WORDS.accept })).toBeNull();
  expect(screen.queryByRole("region", { name: WORDS.title, hidden: true })).toBeNull();
});

test("an automated browser, or Lighthouse, is asked like other browsers", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Chrome-Lighthouse bot");
  Object.defineProperty(navigator, "webdriver", { value: true, configurable: true });
  await visitWith({ tagManager: TAGS, pixel: null });
  const banner = await asked();
  const names = within(banner)
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
  expect(names, "the safe answer comes first").toEqual([WORDS.refuse, WORDS.accept, WORDS.choose]);
  expect(within(banner).getByRole("link", { name: WORDS.policy }).getAttribute("href")).toBe(
    "/cookie-policy",
  );
});

test("the consent banner is a region that comes first in the tab order and does not trap the focus", async () => {
  await visitWith({ tagManager: TAGS, pixel: null });
  const banner = await asked();
  expect(banner.getAttribute("aria-modal")).toBeNull();
  expect(document.activeElement, "it takes no focus").toBe(document.body);
  const walked: (string | null)[] = [];
  for (let stop = 0; stop < 6; stop++) {
    await userEvent.tab();
    walked.push(document.activeElement?.textContent || document.activeElement?.tagName || null);
  }
  const { policy, refuse, accept, choose } = WORDS;
  expect(walked).toEqual([policy, refuse, accept, choose, "apri", "INPUT"]);
});

test.each(["refuse", "accept"] as const)(
  "after %s, the focus returns to its former element",
  async (answer) => {
    await visitWith({ tagManager: TAGS, pixel: null });
    const banner = await asked();
    const field = screen.getByRole("textbox");
    await userEvent.click(field);
    await userEvent.click(within(banner).getByRole("button", { name: WORDS[answer] }));
    await waitFor(() => expect(banner.isConnected).toBe(false));
    expect(document.activeElement).toBe(field);
    expect(Cookies.get(CHOICE_COOKIE)).toContain('"necessary"');
  },
);

test("after an answer without an earlier focus, the main part has the focus", async () => {
  await visitWith({ tagManager: TAGS, pixel: null });
  const banner = await asked();
  within(banner).getByRole("button", { name: WORDS.refuse }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(banner.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("a choice in the preferences returns the focus to the element focused before the banner", async () => {
  await visitWith({ tagManager: TAGS, pixel: null });
  const banner = await asked();
  const field = screen.getByRole("textbox");
  await userEvent.click(field);
  await userEvent.click(within(banner).getByRole("button", { name: WORDS.choose }));
  const dialog = await screen.findByRole("dialog", { name: WORDS.preferences });
  await userEvent.click(within(dialog).getByRole("button", { name: WORDS.save }));
  await waitFor(() => expect(banner.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(field));
});
