import { beforeEach, describe, expect, test, vi } from "vitest";
import { configuredEdition } from "./edition";

test("without configured dates the call is open for 41 days, today included", () => {
  expect(configuredEdition(new Date("2026-11-21T12:00:00Z"))).toEqual({
    year: 2026,
    opensAt: "2026-06-30T22:00:00.000Z",
    closesAt: "2026-12-31T23:00:00.000Z",
  });
});

test("the demo is already open before July", () => {
  const { opensAt } = configuredEdition(new Date("2026-03-10T12:00:00Z"));
  expect(opensAt).toBe("2026-03-09T23:00:00.000Z");
});

describe("edition dates while the back end does not answer", () => {
  const DATES = {
    year: 2026,
    opensAt: "2026-06-30T22:00:00.000Z",
    closesAt: "2026-12-31T23:00:00.000Z",
  };
  const index = (edition: object) =>
    Response.json({ name: "", description: "", url: "", namespaces: [], routes: {}, edition });
  const send = vi.fn<() => Promise<Response>>();
  const refreshOwn = vi.fn(async () => {});

  async function open() {
    vi.resetModules();
    Reflect.deleteProperty(globalThis, Symbol.for("slancio.edition"));
    vi.doMock("next/cache", () => ({ unstable_cache: (read: unknown) => read }));
    vi.doMock("../api/transport", () => ({ backendBase: "https://x.example/wp-json/", send }));
    vi.doMock("./follow", () => ({ refreshOwn }));
    return import("./edition");
  }

  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.clearAllMocks();
  });

  test("pages show the last dates read without waiting, and are revalidated when the dates change", async () => {
    const { getCurrentEdition, readEdition } = await open();
    send.mockImplementationOnce(async () => index(DATES));
    await readEdition();
    let thaw = (_: Response) => {};
    send.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          thaw = resolve;
        }),
    );
    expect(await getCurrentEdition()).toMatchObject(DATES);
    // While the first request waits, a second page gets the last known dates at once and sends no new request.
    expect(await getCurrentEdition()).toMatchObject(DATES);
    expect(send).toHaveBeenCalledTimes(2);
    const moved = { ...DATES, closesAt: "2027-01-10T23:00:00.000Z" };
    thaw(index(moved));
    await vi.waitFor(() => expect(refreshOwn).toHaveBeenCalledWith(["edition"]));
    send.mockImplementation(async () => index(moved));
    expect(await getCurrentEdition()).toMatchObject(moved);
  });

  test("pages with unchanged dates are not revalidated, and a failing back end is asked again", async () => {
    const { getCurrentEdition, readEdition } = await open();
    send.mockImplementationOnce(async () => index(DATES));
    await readEdition();
    send.mockImplementationOnce(async () => {
      throw new Error("down");
    });
    expect(await getCurrentEdition()).toMatchObject(DATES);
    send.mockImplementation(async () => index(DATES));
    expect(await getCurrentEdition()).toMatchObject(DATES);
    expect(refreshOwn).not.toHaveBeenCalled();
  });

  test("without earlier dates a page waits for the back end and then uses the configured dates", async () => {
    const { getCurrentEdition } = await open();
    send.mockImplementation(async () => {
      throw new Error("down");
    });
    expect((await getCurrentEdition()).year).toBeGreaterThan(2000);
    expect(send).toHaveBeenCalled();
  });
});
