import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { User } from "@/contract/users/user-schemas";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { PasskeySignIn } from "../security/passkey-sign-in";
import { ReauthenticationProvider } from "../security/reauthentication";
import { PasskeyList } from "./passkey-list";

const device = vi.hoisted(() => ({
  startRegistration: vi.fn(),
  startAuthentication: vi.fn(),
  browserSupportsWebAuthnAutofill: vi.fn(async () => false),
  WebAuthnAbortService: { cancelCeremony: vi.fn() },
}));
vi.mock("@simplewebauthn/browser", () => device);

const USER = { email: "ada@example.org", has_password: true, has_passkey: false, providers: [] };
const MADE = {
  id: "k",
  rawId: "k",
  type: "public-key",
  response: { clientDataJSON: "c", attestationObject: "a" },
};
const SIGNED = {
  id: "k",
  rawId: "k",
  type: "public-key",
  response: { clientDataJSON: "c", authenticatorData: "a", signature: "s" },
};
const CREATION = {
  challenge: "c",
  rp: { id: "slancio.example", name: "Slancio" },
  user: { id: "u", name: "ada@example.org", displayName: "Ada" },
  pubKeyCredParams: [],
  timeout: 1,
  attestation: "none",
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  },
};
const REQUEST = {
  challenge: "c",
  rpId: "slancio.example",
  timeout: 1,
  userVerification: "required",
};
const KEY = { id: "1", name: "Casa", created_at: "2026-08-20T10:00:00.000Z", last_used_at: null };

const refusal = (code: string, status = 403) =>
  Response.json({ code, message: code, data: { status } }, { status });

type Answers = Record<string, (body: unknown) => Response>;
/** Requests to the back end, in order. */
let asked: string[];

function answer(answers: Answers) {
  asked = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request = new Request(
      new URL(typeof input === "string" ? input : input.url, "http://x"),
      {
        method: typeof input === "string" ? (init?.method ?? "GET") : input.method,
      },
    );
    const text = typeof input === "string" ? String(init?.body ?? "") : await input.text();
    const body: unknown = text ? JSON.parse(text) : undefined;
    const name = `${request.method} ${new URL(request.url).pathname.replace("/wp-json/wp/v2/users/", "")}`;
    asked.push(name);
    return answers[name]?.(body) ?? refusal("not_found", 404);
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function show(language: "it" | "en", more: object = {}) {
  const user = { ...USER, ...more } as unknown as User;
  renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <ReauthenticationProvider user={user}>
        <PasskeyList user={user} />
      </ReauthenticationProvider>
    </QueryClientProvider>,
    language,
  );
}

describe.each(["it", "en"] as const)("a passkey on the profile (%s)", (language) => {
  const { passkeys: words, proof } = MESSAGES[language].profile;
  const { errors } = MESSAGES[language];

  test("a passkey is added after re-authentication with the password, without a second press", async () => {
    let proved = false;
    const typed: unknown[] = [];
    answer({
      "GET passkeys": () => Response.json([]),
      "POST passkeys/options": () => (proved ? Response.json(CREATION) : refusal("proof_required")),
      "POST proof": (body) => {
        typed.push(body);
        proved = true;
        return new Response(null, { status: 204 });
      },
      "POST passkeys": () => Response.json(KEY, { status: 201 }),
    });
    device.startRegistration.mockResolvedValue(MADE);
    show(language);
    fireEvent.click(await screen.findByRole("button", { name: words.add }));
    const dialog = await screen.findByRole("dialog", { name: proof.title });
    const password = within(dialog).getByLabelText(proof.password, { selector: "input" });
    fireEvent.change(password, { target: { value: "tramonto" } });
    fireEvent.click(within(dialog).getByRole("button", { name: proof.confirm }));
    await waitFor(() => expect(asked).toContain("POST passkeys"));
    expect(typed).toEqual([{ password: "tramonto" }]);
    expect(asked.slice(1, 5)).toEqual([
      "POST passkeys/options",
      "POST proof",
      "POST passkeys/options",
      "POST passkeys",
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("a passkey is not added without re-authentication, and the reason is shown", async () => {
    answer({
      "GET passkeys": () => Response.json([]),
      "POST passkeys/options": () => refusal("proof_required"),
    });
    show(language);
    fireEvent.click(await screen.findByRole("button", { name: words.add }));
    fireEvent.click(await screen.findByRole("button", { name: proof.cancel }));
    expect((await screen.findByRole("alert")).textContent).toContain(errors.proof_required);
    expect(device.startRegistration).not.toHaveBeenCalled();
  });

  test.each([
    ["NotAllowedError", errors.passkey_invalid],
    ["InvalidStateError", errors.passkey_known],
    ["SecurityError", errors.passkey_origin],
  ])(
    "a passkey that the device rejects (%s) is not added, and the reason is shown",
    async (name, sentence) => {
      answer({
        "GET passkeys": () => Response.json([]),
        "POST passkeys/options": () => Response.json(CREATION),
      });
      device.startRegistration.mockRejectedValue(Object.assign(new Error(name), { name }));
      show(language);
      fireEvent.click(await screen.findByRole("button", { name: words.add }));
      expect((await screen.findByRole("alert")).textContent).toContain(sentence);
      expect(asked).not.toContain("POST passkeys");
    },
  );

  test("a passkey is removed after confirmation and re-authentication with a passkey, if there is no password", async () => {
    let proved = false;
    answer({
      "GET passkeys": () => Response.json([KEY, { ...KEY, id: "2", name: "Ufficio" }]),
      "DELETE passkeys/1": () =>
        proved ? new Response(null, { status: 204 }) : refusal("proof_required"),
      "POST proof/options": () => Response.json(REQUEST),
      "POST proof": () => {
        proved = true;
        return new Response(null, { status: 204 });
      },
    });
    device.startAuthentication.mockResolvedValue(SIGNED);
    show(language, { has_password: false, has_passkey: true });
    const remove = words.remove.replace("{name}", "Casa");
    fireEvent.click(await screen.findByRole("button", { name: remove }));
    fireEvent.click(await screen.findByRole("button", { name: words.removeConfirm }));
    const dialog = await screen.findByRole("dialog", { name: proof.title });
    expect(within(dialog).queryByLabelText(proof.password)).toBeNull();
    fireEvent.click(within(dialog).getByRole("button", { name: proof.passkey }));
    await waitFor(() => expect(asked.filter((one) => one === "DELETE passkeys/1")).toHaveLength(2));
  });

  test("re-authentication offers a passkey that another tab has added", async () => {
    answer({
      "GET passkeys": () => Response.json([KEY]),
      "DELETE passkeys/1": () => refusal("key_required"),
    });
    show(language, { has_password: false, providers: ["google"] });
    const remove = words.remove.replace("{name}", "Casa");
    fireEvent.click(await screen.findByRole("button", { name: remove }));
    fireEvent.click(await screen.findByRole("button", { name: words.removeConfirm }));
    const dialog = await screen.findByRole("dialog", { name: proof.title });
    expect(within(dialog).getByRole("button", { name: proof.passkey })).toBeTruthy();
  });

  test("a passkey that is the last way to sign in cannot be removed, and the reason is shown", async () => {
    answer({ "GET passkeys": () => Response.json([KEY]) });
    show(language, { has_password: false, has_passkey: true });
    const remove = words.remove.replace("{name}", "Casa");
    const button = await screen.findByRole("button", { name: remove });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByText(words.last)).toBeTruthy();
  });
});

describe.each(["it", "en"] as const)("signing in with a passkey (%s)", (language) => {
  const { login, errors } = MESSAGES[language];

  test("a failed passkey sign-in shows the reason, and unsupported browsers show no button", async () => {
    const given: unknown[] = [];
    answer({
      "POST passkeys/login/options": () => Response.json(REQUEST),
      "POST /api/session": (body) => {
        given.push(body);
        return refusal("passkey_unknown");
      },
    });
    device.startAuthentication.mockResolvedValue(SIGNED);
    renderWithWords(<PasskeySignIn next="/dashboard" />, language);
    fireEvent.click(screen.getByRole("button", { name: login.passkey.button }));
    expect((await screen.findByRole("alert")).textContent).toContain(errors.passkey_unknown);
    expect(given).toEqual([{ passkey: SIGNED }]);
    expect(device.startAuthentication).toHaveBeenCalledTimes(1);
  });

  test("the address field offers passkeys in browsers that support it", async () => {
    device.browserSupportsWebAuthnAutofill.mockResolvedValue(true);
    device.startAuthentication.mockResolvedValueOnce(SIGNED).mockReturnValue(new Promise(() => {}));
    answer({
      "POST passkeys/login/options": () => Response.json(REQUEST),
      "POST /api/session": () => refusal("account_deactivated"),
    });
    renderWithWords(<PasskeySignIn next="/dashboard" />, language);
    const alert = await screen.findByRole("alert", {}, { timeout: 5000 });
    expect(alert.textContent).toContain(errors.account_deactivated);
    expect(device.startAuthentication.mock.calls[0]?.[0]).toMatchObject({
      useBrowserAutofill: true,
    });
    device.browserSupportsWebAuthnAutofill.mockResolvedValue(false);
  });
});
