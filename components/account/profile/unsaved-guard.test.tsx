import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { UnsavedGuard } from "./unsaved-guard";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => "/dashboard/edit-profile",
  useRouter: () => ({ push: () => {} }),
}));

/** Clicks a link and returns whether the browser leaves the page. */
async function press(unsaved: boolean): Promise<boolean> {
  renderWithWords(
    <>
      <UnsavedGuard unsaved={unsaved} />
      <a href="/dashboard">{"Area"}</a>
    </>,
  );
  const click = new MouseEvent("click", { bubbles: true, cancelable: true });
  let isLet = true;
  document.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await act(async () => {
    const link = screen.getByText("Area");
    link.addEventListener("click", () => {
      isLet = true;
    });
    isLet = false;
    link.dispatchEvent(click);
  });
  return isLet;
}

test("leaving a changed profile asks first, and staying keeps the page", async () => {
  expect(await press(true)).toBe(false);
  expect(screen.getByRole("dialog").textContent).toContain("le modifiche al profilo vanno perse");
  await act(async () => screen.getByText("Resta qui").click());
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("leaving an unchanged profile asks nothing", async () => {
  expect(await press(false)).toBe(true);
  expect(screen.queryByRole("dialog")).toBeNull();
});
