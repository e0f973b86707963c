import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { reset } from "vanilla-cookieconsent";
import { beforeEach, expect, test, vi } from "vitest";
import type { ThirdParties } from "@/lib/third-parties";
import { MESSAGES, renderWithWords } from "@/tests/support/render";

const WORDS = MESSAGES.it.consent;

/** The site's answer to which third parties there are, and the whole of the consent, asked afresh. */
async function visitWith(configured: ThirdParties) {
  vi.resetModules();
  const asked = vi.fn(async () => Response.json(configured));
  vi.stubGlobal("fetch", asked);
  const { Consent } = await import("./consent");
  const { ConsentButton } = await import("./consent-button");
  renderWithWords(
    <>
      <ConsentButton>apri</ConsentButton>
      <Consent cookiePolicy="/cookie-policy" />
    </>,
  );
  return asked;
}

const TAGS = { id: "GTM-TEST", url: "https://tags.example/gtm.js" };

/** Whether the banner is before the person's eyes: the library hides what it has built by this class. */
const isAsked = () => document.documentElement.classList.contains("show--consent");

beforeEach(() => reset(true));

test("where no third party is configured nobody is asked, and the preferences say so", async () => {
  const asked = await visitWith({ tagManager: null, pixel: null });
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await userEvent.click(screen.getByRole("button", { name: "apri" }));
  const dialog = await screen.findByRole("dialog", { name: WORDS.preferences });
  expect(within(dialog).getByText(WORDS.nothing)).toBeInstanceOf(HTMLElement);
  expect(within(dialog).getAllByRole("checkbox")).toHaveLength(1);
  expect(within(dialog).queryByRole("button", { name: WORDS.accept })).toBeNull();
  expect(isAsked()).toBe(false);
});

test("a browser that says it is driven, or is called lighthouse, is asked like everybody", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Chrome-Lighthouse bot");
  Object.defineProperty(navigator, "webdriver", { value: true, configurable: true });
  await visitWith({ tagManager: TAGS, pixel: null });
  const banner = await screen.findByRole("dialog", { name: WORDS.title }, { timeout: 4000 });
  expect(isAsked()).toBe(true);
  const names = within(banner)
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
  expect(names, "the safe answer comes first").toEqual([WORDS.refuse, WORDS.accept, WORDS.choose]);
  expect(within(banner).getByRole("link", { name: WORDS.policy }).getAttribute("href")).toBe(
    "/cookie-policy",
  );
});
