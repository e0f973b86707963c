import { render, screen } from "@testing-library/react";
import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect, useRef } from "react";
import { expect, test, vi } from "vitest";
import { RouteFocus } from "./route-focus";

vi.mock("next/navigation", () => ({ usePathname: vi.fn() }));

/** A page of the area at its address: the old one goes when the next one comes. */
function area(path: string, page: React.ReactNode) {
  vi.mocked(usePathname).mockReturnValue(path);
  return (
    <main id="main" tabIndex={-1}>
      <div key={path}>{page}</div>
      <RouteFocus />
    </main>
  );
}
const row = <button type="button">{"row"}</button>;

/** An act's sheet gives the focus back as it goes, to a row that goes with it. */
function Sheet() {
  useLayoutEffect(() => () => screen.getByRole("button").focus(), []);
  return null;
}

test("the page that has come has the focus that the old one took away, however late that goes", () => {
  const { rerender } = render(area("/list", row));
  expect(document.activeElement).toBe(document.body);
  screen.getByRole("button").focus();
  rerender(area("/letters", row));
  expect(document.activeElement).toBe(screen.getByRole("main"));
  rerender(
    area(
      "/list",
      <>
        {row}
        <Sheet />
      </>,
    ),
  );
  rerender(area("/letters", "none"));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

/** A page that gives its title the focus as it comes. */
function Titled() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 tabIndex={-1} ref={title}>
      {"title"}
    </h1>
  );
}

test("a focus that is in its place stays there", () => {
  const { rerender } = render(area("/one", row));
  rerender(area("/two", <Titled />));
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  // Another state of the same page is no other page.
  screen.getByRole("heading").blur();
  rerender(area("/two", <Titled />));
  expect(document.activeElement).toBe(document.body);
});
