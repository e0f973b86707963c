import { screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { expectAccessible } from "@/tests/support/axe";
import { renderWithWords } from "@/tests/support/render";
import { ImpersonationBanner } from "./impersonation-banner";

const BAND = { name: "Marco Bassani", until: "2026-12-31T21:20:00.000Z", left: 13.2 * 60_000 };

describe("the impersonation banner", () => {
  test("the impersonation banner shows the applicant, the read-only state and the end time, with a stop button", async () => {
    const { container } = renderWithWords(<ImpersonationBanner {...BAND} />);
    const band = screen.getByRole("complementary", { name: "Visita in corso" });
    expect(band.textContent).toMatch(
      /^Stai vedendo l’area di Marco Bassani\. Puoi solo leggere\. .*Finisce alle 22:20, ora\sdi\sRoma, fra 14 minuti\.Esci dalla visita$/,
    );
    const form = screen.getByRole("button", { name: "Esci dalla visita" }).closest("form");
    expect([form?.method, form?.getAttribute("action")]).toEqual([
      "post",
      "/api/session/seeing/stop",
    ]);
    await expectAccessible(container);
  });

  test("the impersonation banner has its English texts", () => {
    renderWithWords(<ImpersonationBanner {...BAND} left={1} />, "en");
    expect(screen.getByText("You are viewing as Marco Bassani.")).toBeDefined();
    expect(
      screen.getByText(/You can only read\..*22:20, Rome time, in one minute\./),
    ).toBeDefined();
    expect(screen.getByRole("button", { name: "Stop viewing" })).toBeDefined();
  });
});

describe("an open page during impersonation changes", () => {
  let stop = () => {};
  /** Opens a page as a new document, with or without an impersonation. */
  async function open(pathname: string, isImpersonation: boolean, left: number | null = null) {
    vi.resetModules();
    hint(isImpersonation);
    const { watchImpersonation } = await import("./watch-impersonation");
    const draw = vi.fn();
    const go = (to: string) => {
      stop();
      stop = watchImpersonation(to, left, draw);
    };
    go(pathname);
    await vi.advanceTimersByTimeAsync(1);
    return { draw, go };
  }
  const hint = (isImpersonation: boolean) => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no other
    document.cookie = isImpersonation ? "seeing_as=1" : "seeing_as=; max-age=0";
  };
  afterEach(() => {
    stop();
    hint(false);
    document.documentElement.inert = false;
    vi.useRealTimers();
  });

  test.each([
    [true, "stopped"],
    [false, "begun"],
  ])(
    "an open page reloads, and is inert until then, after an impersonation was %s elsewhere",
    async (was) => {
      vi.useFakeTimers();
      const { draw } = await open("/dashboard", was);
      window.dispatchEvent(new Event("focus"));
      expect(draw).not.toHaveBeenCalled();
      hint(!was);
      window.dispatchEvent(new Event("focus"));
      expect(draw).toHaveBeenCalled();
      expect(document.documentElement.inert).toBe(true);
    },
  );

  test("a staff page does not reload, but a link out of the staff area shows the impersonation", async () => {
    vi.useFakeTimers();
    const { draw, go } = await open("/en/dashboard/regia/candidature", true);
    window.dispatchEvent(new Event("focus"));
    go("/en/dashboard/regia");
    await vi.advanceTimersByTimeAsync(1);
    expect(draw).not.toHaveBeenCalled();
    go("/en/dashboard");
    await vi.advanceTimersByTimeAsync(1);
    expect(draw).toHaveBeenCalled();
  });

  test("an open page reloads when the impersonation expires", async () => {
    vi.useFakeTimers();
    const { draw } = await open("/dashboard", true, 60_000);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(draw).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(draw).toHaveBeenCalled();
  });
});
