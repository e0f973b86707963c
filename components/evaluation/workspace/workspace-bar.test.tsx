import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { WorkspaceBar } from "./workspace-bar";

vi.mock("@/lib/i18n/navigation", () => ({ Link: "a" }));

const counts = { total: 28, scored: 11, partial: 0, recused: 0, sent_again: 0 };
const AROUND = { place: 3, total: 28, previous: null, next: null, filtered: true, counts };
const ways = { chosen: false, goTo: () => {}, goToList: () => {}, unfilter: () => {} };

test.each(["it", "en"] as const)(
  "the bar keeps the place of counts that are still loading, hidden from readers (%s)",
  (language) => {
    const shapeOf = () =>
      [...document.querySelectorAll("nav, p")].map((part) => [
        part.tagName,
        part.textContent !== "",
      ]);
    const bar = (around: typeof AROUND | undefined) => (
      <WorkspaceBar id="a" around={around as never} query={{} as never} ways={ways as never}>
        {null}
      </WorkspaceBar>
    );
    const { unmount } = renderWithWords(bar(undefined), language);
    const loading = shapeOf();
    expect(screen.queryAllByText(/\d/).every((one) => one.closest("[aria-hidden=true]"))).toBe(
      true,
    );
    unmount();
    renderWithWords(bar(AROUND), language);
    expect(shapeOf()).toEqual(loading);
    expect(screen.getByText(/^11 /).closest("[aria-hidden=true]")).toBeNull();
  },
);
