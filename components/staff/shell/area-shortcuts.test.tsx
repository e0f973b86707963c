import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { AreaShortcuts } from "./area-shortcuts";
import { useRefreshedQuery } from "./use-refreshed-query";

vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams() }));
vi.mock("@/lib/i18n/navigation", () => ({ useRouter: () => ({ push: vi.fn() }) }));

const { pause, resume } = MESSAGES.it.staff.refresh;
const EVERY = 30_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test("the button pauses the automatic refresh, and resumes it", async () => {
  const read = vi.fn(async () => 1);
  function Figure() {
    const { data } = useRefreshedQuery({
      queryKey: ["figure"],
      queryFn: read,
      refetchInterval: EVERY,
    });
    return data;
  }
  renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <Figure />
      <AreaShortcuts />
    </QueryClientProvider>,
  );
  const wait = () => act(() => vi.advanceTimersByTimeAsync(EVERY));
  await wait();
  expect(read).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole("button", { name: pause }));
  await wait();
  expect(read).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole("button", { name: resume }));
  await wait();
  expect(read).toHaveBeenCalledTimes(3);
});
