import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { backEnd, PLAN, page } from "@/tests/support/staff-actions";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => "/dashboard/regia/candidature",
  useRouter: () => ({ push: vi.fn() }),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: (props: object) => <a {...props} />,
}));
vi.setConfig({ testTimeout: 60_000 });
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** Opens the dialog as after a reload, when the text is only in the tab's storage. */
async function open() {
  vi.resetModules();
  const { WriteDialog } = await import("./write-dialog");
  const answer = { mail: null, of: 0, languages: [], missing: [], people: [], total: 0 };
  backEnd((body) => Response.json(body.plan === undefined ? { ...PLAN, ...answer } : PLAN));
  return page(
    <WriteDialog selection={{ ids: ["1"] }} count={1} onDone={() => {}} onClose={() => {}} />,
  );
}
const subject = () =>
  screen.findByRole<HTMLInputElement>("textbox", { name: "Oggetto in italiano" });
const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("an unsent letter survives a reload, and the browser asks before the tab closes", async () => {
  const first = await open();
  expect(isAsked()).toBe(false);
  fireEvent.change(await subject(), { target: { value: "La semifinale" } });
  expect(isAsked()).toBe(true);
  first.unmount();
  const second = await open();
  expect((await subject()).value).toBe("La semifinale");
  fireEvent.change(await subject(), { target: { value: "" } });
  expect(isAsked()).toBe(false);
  second.unmount();
  await open();
  expect((await subject()).value).toBe("");
});

test("the text of an unsent letter is announced until it changes, and can be emptied", async () => {
  const first = await open();
  await subject();
  expect(screen.queryByRole("button", { name: "Comincia da zero" })).toBeNull();
  fireEvent.change(await subject(), { target: { value: "La semifinale" } });
  expect(screen.queryByRole("button", { name: "Comincia da zero" })).toBeNull();
  first.unmount();
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Comincia da zero" }));
  expect((await subject()).value).toBe("");
  expect(screen.queryByRole("button", { name: "Comincia da zero" })).toBeNull();
});
