import { render, screen } from "@testing-library/react";
import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect, useRef } from "react";
import { expect, test, vi } from "vitest";
import { RouteFocus } from "./route-focus";

vi.mock("next/navigation", () => ({ usePathname: vi.fn() }));

/** Renders a private page at a path. The key replaces the old page when the path changes. */
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

/** A dialog that returns the focus on closing to a row that no longer exists. */
function Sheet() {
  useLayoutEffect(() => () => screen.getByRole("button").focus(), []);
  return null;
}

test("the new page's main part gets the focus when the old page is removed with it, even late", () => {
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

/** A test page that focuses its title on mount. */
function Titled() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 tabIndex={-1} ref={title}>
      {"title"}
    </h1>
  );
}

test("a focus inside the new page stays there", () => {
  const { rerender } = render(area("/one", row));
  rerender(area("/two", <Titled />));
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  // If only the view of a page changes, the page counts as the same page and gets no new focus.
  screen.getByRole("heading").blur();
  rerender(area("/two", <Titled />));
  expect(document.activeElement).toBe(document.body);
});
