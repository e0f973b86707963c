import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { DeckPages } from "./deck-pages";
import type { Deck } from "./open-deck";

vi.mock("./open-deck", () => ({ textOf: async () => "Parole" }));

const HEIGHT = 450;

/**
 * Fakes the layout, which jsdom lacks: the deck's pages are one below another, and the container scrolls to the set
 * position.
 */
function layOut() {
  const place = (page: Element) => [...(page.parentElement?.children ?? [])].indexOf(page);
  Object.defineProperty(HTMLElement.prototype, "offsetTop", {
    configurable: true,
    get(this: HTMLElement) {
      return place(this) * HEIGHT;
    },
  });
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, to: unknown) {
    this.scrollTop = (to as ScrollToOptions).top ?? 0;
    this.dispatchEvent(new Event("scroll"));
  } as typeof HTMLElement.prototype.scrollTo;
  globalThis.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
}

test("after text mode, the viewer shows the page named by the controls", async () => {
  layOut();
  const page = (pageNumber: number) => ({
    pageNumber,
    getViewport: ({ scale }: { scale: number }) => ({ width: 800 * scale, height: HEIGHT * scale }),
  });
  const deck = { pages: [1, 2, 3, 4].map(page) } as unknown as Deck;
  renderWithWords(<DeckPages deck={deck} name="deck.pdf" />);
  const pages = () => screen.getByRole("region", { name: "deck.pdf, 4 pagine" });
  const user = userEvent.setup();
  for (let turn = 0; turn < 2; turn++) {
    await user.click(screen.getByRole("button", { name: "Avanti" }));
  }
  await user.click(screen.getByRole("button", { name: "Leggi come testo" }));
  expect(await screen.findAllByText("Parole")).toHaveLength(4);
  await user.click(screen.getByRole("button", { name: "Torna alle pagine" }));
  screen.getByText("Pagina 3 di 4");
  expect(pages().scrollTop).toBe(2 * HEIGHT);
});
