import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { NO_TEXTS } from "@/contract/staff/letters";
import { MESSAGES } from "@/tests/support/render";
import { page } from "@/tests/support/staff-actions";
import { SavedTexts } from "./saved-texts";

vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 5_000 });
afterEach(() => vi.unstubAllGlobals());

const TEXTS = { ...NO_TEXTS, it: { subject: "La semifinale", text: "Ci vediamo martedì." } };
const SAVED = {
  ...{ id: "7", name: "Semifinale", texts: TEXTS },
  changed_at: "2026-10-06T12:00:00.000Z",
};

describe.each(LANGUAGES)("saved texts of letters (%s)", (language) => {
  const words = MESSAGES[language].staff.letters.saved;
  const named = (text: string) => text.replace("{name}", SAVED.name);
  const press = (name: string, within_ = within(document.body)) =>
    fireEvent.click(within_.getByRole("button", { name: named(name) }));

  /** Chooses a saved letter text in the page, and returns the requests that change saved letter texts. */
  async function choose() {
    const changes: { method: string; body: string }[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      if (request.method === "GET") return Response.json({ texts: [SAVED] });
      changes.push({ method: request.method, body: await request.text() });
      return request.method === "DELETE"
        ? new Response(null, { status: 204 })
        : Response.json(SAVED);
    });
    page(<SavedTexts texts={TEXTS} onTexts={() => {}} hasText />, language);
    fireEvent.click(screen.getByText(words.title));
    const details = screen.getByText(words.title).closest("details") as HTMLDetailsElement;
    details.open = true;
    fireEvent(details, new Event("toggle"));
    fireEvent.change(await screen.findByLabelText(words.choose), { target: { value: SAVED.id } });
    return changes;
  }

  test.each([
    ["replace", "POST"],
    ["remove", "DELETE"],
  ] as const)("a second question comes before a saved text is lost: %s", async (action, method) => {
    const changes = await choose();
    const ask = async () => {
      press(words[action]);
      return within(await screen.findByRole("dialog", { name: named(words[`${action}Ask`]) }));
    };
    const first = await ask();
    expect(first.getByText(words[`${action}All`])).toBeDefined();
    press(words.leave, first);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(changes).toEqual([]);
    press(words[`${action}It`], await ask());
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]?.method).toBe(method);
    if (action === "replace") {
      const { id, changed_at } = SAVED;
      expect(JSON.parse(changes[0]?.body ?? "")).toMatchObject({ replaces: { id, changed_at } });
    }
    const said = named(action === "replace" ? words.kept : words.removed);
    expect(await screen.findByText(said)).toBeDefined();
  });
});
