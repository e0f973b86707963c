import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { User } from "@/contract/users/user-schemas";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { ReauthenticationProvider } from "../security/reauthentication";
import { ChangePasswordForm } from "./change-password-form";

const CHANGE = "POST me/password";
const [OLD, NEW] = ["tramonto-lampada-viola", "barcone-pesca-ottone-9"];
const done = () => new Response(null, { status: 204 });
const refusal = (code: string) =>
  Response.json({ code, message: code, data: { status: 403 } }, { status: 403 });

/** Requests to the back end with their bodies, in order. */
let asked: [name: string, body: unknown][];

function answer(answers: Record<string, () => Response>) {
  asked = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const given = typeof input === "string" ? new Request(new URL(input, "http://x"), init) : input;
    const name = `${given.method} ${new URL(given.url).pathname.replace("/wp-json/wp/v2/users/", "")}`;
    asked.push([name, JSON.parse(await given.text())]);
    return (answers[name] ?? done)();
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(["it", "en"] as const)("another password (%s)", (language) => {
  const { profile, account, errors } = MESSAGES[language];

  function submit() {
    const user = { email: "ada@example.org", has_password: true, has_app: true };
    renderWithWords(
      <QueryClientProvider client={new QueryClient()}>
        <ReauthenticationProvider user={user as User}>
          <ChangePasswordForm />
        </ReauthenticationProvider>
      </QueryClientProvider>,
      language,
    );
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label, { selector: "input" }), { target: { value } });
    type(profile.password.current, OLD);
    type(account.newPassword, NEW);
    type(account.repeatPassword, NEW);
    fireEvent.click(screen.getByRole("button", { name: profile.password.submit }));
  }

  test("a new password requires a code of the authenticator app besides the old password, without a second press", async () => {
    let proved = false;
    answer({
      [CHANGE]: () => (proved ? done() : refusal("proof_required")),
      "POST proof": () => {
        proved = true;
        return done();
      },
    });
    submit();
    const dialog = await screen.findByRole("dialog", { name: profile.proof.title });
    fireEvent.change(within(dialog).getByLabelText(profile.proof.code), {
      target: { value: "123456" },
    });
    fireEvent.click(within(dialog).getByRole("button", { name: profile.proof.confirm }));
    const change = [CHANGE, { current_password: OLD, password: NEW }];
    await waitFor(() =>
      expect(asked).toEqual([change, ["POST proof", { code: "123456" }], change]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("a wrong old password shows its error in the form, without re-authentication", async () => {
    answer({ [CHANGE]: () => refusal("wrong_password") });
    submit();
    expect((await screen.findByRole("alert")).textContent).toContain(errors.wrong_password);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(asked).toHaveLength(1);
  });
});
