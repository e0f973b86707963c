import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, type MockInstance, test, vi } from "vitest";
import type { User } from "@/contract/users/user-schemas";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { ReauthenticationProvider } from "../security/reauthentication";
import { ExportLink } from "./export-link";

/** Spies on the click that starts the browser's download. The function `open` sets the spy. */
let downloaded: MockInstance;

afterEach(() => {
  vi.unstubAllGlobals();
  downloaded.mockRestore();
});

/** Renders a page whose data export fails with an error code until the user re-authenticates. */
function open(language: "it" | "en", code: string, more: Partial<User> = {}) {
  let isProved = false;
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const url = typeof input === "string" ? input : input.url;
    if (url.includes("users/proof")) {
      isProved = true;
      return new Response(null, { status: 204 });
    }
    if (isProved) return new Response("zip");
    return Response.json({ code, message: "", data: { status: 403 } }, { status: 403 });
  });
  downloaded = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const user = { email: "ada@example.org", has_password: true, ...more } as User;
  renderWithWords(
    <ReauthenticationProvider user={user}>
      <ExportLink user={user} />
    </ReauthenticationProvider>,
    language,
  );
  const { profile } = MESSAGES[language];
  fireEvent.click(screen.getByRole("link", { name: profile.export.download }));
}

test.each(["it", "en"] as const)(
  "the export re-authenticates an old session and then downloads (%s)",
  async (language) => {
    open(language, "proof_required");
    const { proof } = MESSAGES[language].profile;
    const dialog = await screen.findByRole("dialog");
    expect(downloaded).not.toHaveBeenCalled();
    const field = dialog.querySelector("input[type=password]");
    fireEvent.change(field!, { target: { value: "una frase lunga abbastanza" } });
    fireEvent.click(within(dialog).getByRole("button", { name: proof.confirm }));
    await waitFor(() => expect(downloaded).toHaveBeenCalledOnce());
  },
);

test.each(["it", "en"] as const)(
  "during impersonation, the export shows the error and downloads nothing (%s)",
  async (language) => {
    open(language, "seeing_only");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(MESSAGES[language].profile.export.failed);
    expect(alert.textContent).toContain(MESSAGES[language].errors.seeing_only);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(downloaded).not.toHaveBeenCalled();
  },
);

test("the export asks an account without means of re-authentication to sign in again", async () => {
  open("it", "proof_required", { has_password: false });
  expect((await screen.findByRole("alert")).textContent).toMatch(/accedi/i);
  expect(downloaded).not.toHaveBeenCalled();
});
