import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { listApplications } from "@/contract/staff/applications";
import { listMails } from "@/contract/staff/mails";
import { useListAddress } from "./list-address";

const page = vi.hoisted(() => ({ params: new URLSearchParams(), pushed: [] as string[] }));
vi.mock("next/navigation", () => ({ useSearchParams: () => page.params }));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: (href: string) => void page.pushed.push(href) }),
}));

beforeEach(() => {
  page.params = new URLSearchParams();
  page.pushed = [];
});

test("a filter added while the previous one still loads keeps the previous one", () => {
  const { result, rerender } = renderHook(() => useListAddress(listApplications.query));
  act(() => result.current.go({ state: "sent" }));
  act(() => result.current.go({ extended: "yes" }));
  expect(page.pushed.at(-1)).toBe("?state=sent&extended=yes");
  // The navigation to the first filter completes late, between two further changes of the filters.
  page.params = new URLSearchParams("state=sent");
  rerender();
  act(() => result.current.go({ due: "soon" }));
  expect(page.pushed.at(-1)).toBe("?state=sent&extended=yes&due=soon");
  act(() => result.current.go({ extended: undefined }));
  expect(page.pushed.at(-1)).toBe("?state=sent&due=soon");
  // Without this filter, the URL equals the URL of the visible list, so no navigation happens.
  act(() => result.current.go({ due: undefined }));
  act(() => result.current.go({ search: "Filò" }));
  expect(new URLSearchParams(page.pushed.at(-1)).toString()).toBe("state=sent&search=Fil%C3%B2");
});

test.each(["", "trouble=refused"])(
  "a new filter extends the visible list after another link to ?%s",
  (other) => {
    const { result, rerender } = renderHook(() => useListAddress(listApplications.query));
    act(() => result.current.go({ state: "sent" }));
    page.params = new URLSearchParams("state=sent");
    rerender();
    act(() => result.current.go({ due: "soon" }));
    page.params = new URLSearchParams(other);
    rerender();
    act(() => result.current.go({ extended: "yes" }));
    expect(page.pushed.at(-1)).toBe(`?${other ? `${other}&` : ""}extended=yes`);
  },
);

test("the edition chosen in the menu is no unknown filter of a list of all editions", () => {
  page.params = new URLSearchParams("edition=2026&stage=gone");
  const { result } = renderHook(() => useListAddress(listMails.query));
  expect(result.current.unknown).toEqual({ stage: "gone" });
});
