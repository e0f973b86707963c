import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import type { Reauthenticate } from "@/lib/api/reauthenticated";
import { page, refusal } from "@/tests/support/staff-actions";
import { useSaveTable } from "./use-export";

vi.setConfig({ testTimeout: 30_000 });
const saved = vi.fn();
beforeEach(() => {
  saved.mockReset();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved.mockReturnValue("blob:x") }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const NAME = "CSV";

function Save() {
  const save = useSaveTable();
  return (
    <button type="button" onClick={() => void save("/table")}>
      {NAME}
    </button>
  );
}
function click(answer: () => Response, language: Language = "it", proved?: Reauthenticate) {
  vi.stubGlobal("fetch", async () => answer());
  page(<Save />, language, "staff", proved);
  fireEvent.click(screen.getByRole("button", { name: NAME }));
}
/** A response body that ends with an error before it is complete. */
const broken = () => {
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode("a;b\r\n")),
    pull: (stream) => stream.error(new TypeError("terminated")),
  });
  return new Response(body);
};

test("a table is saved when its download is complete", async () => {
  click(() => new Response("a;b\r\n"));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
});

test.each([
  ["it", "L’esportazione si è fermata a metà: non è stato salvato niente. Riprova."],
  ["en", "The export stopped halfway: nothing has been saved. Try again."],
] as const)(
  "an incomplete download of a table is not saved, and says so (%s)",
  async (language, words) => {
    click(broken, language);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(saved).not.toHaveBeenCalled();
  },
);

test.each(LANGUAGES)(
  "a table with all people asks for a passkey, and is not downloaded without it (%s)",
  async (language) => {
    const asked = vi.fn<Reauthenticate>((work) => work());
    click(() => refusal("key_required", 403), language, asked as Reauthenticate);
    expect(await screen.findByText(/serve la tua passkey|need your passkey/)).toBeTruthy();
    expect(asked).toHaveBeenCalledOnce();
    expect(saved).not.toHaveBeenCalled();
  },
);
