import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FIGURES } from "@/contract/quoted-numbers";
import type { User } from "@/contract/users/user-schemas";
import { meQuery } from "@/lib/api/query";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { ReauthenticationProvider } from "../security/reauthentication";
import { LinkedProviders } from "./linked-providers";

const USER = { email: "ada@example.org", has_password: true, providers: ["google", "facebook"] };

/** Requests to the back end, in order. */
let asked: string[];
let isProved: boolean;

beforeEach(() => {
  asked = [];
  isProved = false;
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const url = typeof input === "string" ? input : input.url;
    const method = typeof input === "string" ? init?.method : input.method;
    asked.push(`${method} ${new URL(url, "http://x").pathname.split("/").at(-1)}`);
    if (url.includes("users/proof")) {
      isProved = true;
      return new Response(null, { status: 204 });
    }
    const data = { code: "proof_required", message: "", data: { status: 403 } };
    return isProved
      ? Response.json({ ...USER, providers: ["facebook"] })
      : Response.json(data, { status: 403 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function show(language: "it" | "en", more: object = {}) {
  const user = { ...USER, ...more } as unknown as User;
  const client = new QueryClient();
  client.setQueryData(meQuery(language).queryKey, user);
  renderWithWords(
    <QueryClientProvider client={client}>
      <ReauthenticationProvider user={user}>
        <LinkedProviders user={user} />
      </ReauthenticationProvider>
    </QueryClientProvider>,
    language,
  );
}

describe.each(["it", "en"] as const)("removing a linked provider (%s)", (language) => {
  const { profile: words } = MESSAGES[language];
  const unlink = words.providers.unlink.replace("{name}", "Google");

  test("a linked provider is removed after re-authentication with the password, without a second press", async () => {
    show(language);
    fireEvent.click(screen.getByRole("button", { name: unlink }));
    const dialog = await screen.findByRole("dialog", { name: words.proof.title });
    const password = within(dialog).getByLabelText(words.proof.password, { selector: "input" });
    fireEvent.change(password, { target: { value: "tramonto" } });
    fireEvent.click(within(dialog).getByRole("button", { name: words.proof.confirm }));
    await waitFor(() =>
      expect(asked).toEqual(["DELETE providers", "POST proof", "DELETE providers"]),
    );
  });

  test("an account without means of re-authentication must sign in again before it removes a provider", async () => {
    show(language, { has_password: false });
    fireEvent.click(screen.getByRole("button", { name: unlink }));
    const alert = await screen.findByRole("alert");
    await waitFor(() => expect(alert.textContent).toContain(words.signInAgain.slice(0, 20)));
    expect(alert.textContent).toContain(String(FIGURES.freshSignInMinutes));
    expect(asked).toEqual(["DELETE providers"]);
  });
});
