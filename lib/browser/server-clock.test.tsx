import { act, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { useServerNow } from "./server-clock";

function Clock() {
  const now = useServerNow("second");
  return <p>{now === null ? "not known" : new Date(now).toISOString()}</p>;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a lost time request is retried, because this computer's clock can be wrong", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-09-30T10:00:00Z") });
  const tomorrow = new Response(null, { headers: { Date: "Thu, 01 Oct 2026 10:00:04 GMT" } });
  const ask = vi.fn().mockRejectedValueOnce(new TypeError("offline")).mockResolvedValue(tomorrow);
  vi.stubGlobal("fetch", ask);

  render(<Clock />);
  screen.getByText("not known");
  await act(() => vi.advanceTimersByTimeAsync(1000));
  screen.getByText(/^2026-09-30/);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  screen.getByText(/^2026-10-01/);
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a private page shows the time of rendering in its HTML and until the server answers", async () => {
  vi.resetModules();
  const clock = await import("./server-clock");
  function Page() {
    return <p>{clock.useServerNow()}</p>;
  }
  const now = Date.parse("2026-09-30T10:00:31Z");
  const page = (
    <clock.RenderedAt value={now}>
      <Page />
    </clock.RenderedAt>
  );
  const shown = Date.parse("2026-09-30T10:00:30Z");
  expect(renderToString(page)).toBe(`<p>${shown}</p>`);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  expect(render(page).container.textContent).toBe(String(shown));
});
