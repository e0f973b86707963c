import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { createTranslator } from "next-intl";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "@/contract/endpoint";
import type { ErrorCode } from "@/contract/errors";
import type { Language } from "@/contract/languages";
import { FIGURES } from "@/contract/quoted-numbers";
import { keyEndpoints } from "@/contract/users/passkeys";
import { secondFactorEndpoints } from "@/contract/users/second-factor";
import type { User } from "@/contract/users/user-schemas";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { PasskeyList } from "../profile/passkey-list";
import { SecondFactorPart } from "../profile/second-factor";
import { SessionsList } from "../profile/sessions-list";
import { CodeForm } from "../sign-in/code-form";
import { PasskeySignIn } from "./passkey-sign-in";
import { ReauthenticationProvider } from "./reauthentication";
import { ReauthenticationDialog } from "./reauthentication-dialog";

/* Tests that each error code declared by the endpoints of passkeys and second factors shows a different sentence. */

const device = vi.hoisted(() => ({
  startRegistration: vi.fn(),
  startAuthentication: vi.fn(),
  browserSupportsWebAuthnAutofill: async () => false,
  WebAuthnAbortService: { cancelCeremony: () => undefined },
}));
vi.mock("@simplewebauthn/browser", () => device);

type Words = (typeof MESSAGES)[Language];
type Scene = {
  /** The request to reject, as method and path. */
  refused: string;
  /** Successful responses to other requests, by method and path. */
  answers?: Record<string, object>;
  user?: Partial<User>;
  ui: (user: User) => ReactElement;
  /** Presses the button that sends the request to reject. */
  act: (words: Words, code: ErrorCode) => Promise<unknown>;
};

const AT = "2026-08-20T10:00:00.000Z";
const KEY = { id: "1", name: "Casa", created_at: AT, last_used_at: null };
const FACTOR = "me/second-factor";
const NONE = { app: null, recovery_codes: 0, reset_at: null };
const APP = { app: { created_at: AT, last_used_at: null }, recovery_codes: 3, reset_at: null };
const REQUEST = { challenge: "c", rpId: "x", timeout: 1, userVerification: "required" };
const SIGNED = {
  ...{ id: "k", rawId: "k", type: "public-key" },
  response: { clientDataJSON: "c", authenticatorData: "a", signature: "s" },
};
const MADE = {
  ...{ id: "k", rawId: "k", type: "public-key" },
  response: { clientDataJSON: "c", attestationObject: "a" },
};
const CREATION = {
  ...{ challenge: "c", rp: { id: "x", name: "x" }, pubKeyCredParams: [], timeout: 1 },
  user: { id: "u", name: "ada@example.org", displayName: "Ada" },
  ...{ attestation: "none", excludeCredentials: [] },
  authenticatorSelection: {
    ...{ residentKey: "required", requireResidentKey: true, userVerification: "required" },
  },
};
const SESSION = { id: "2", device: "Mac", place: "", current: false, created_at: AT };
const SESSIONS = [
  { ...SESSION, last_used_at: AT },
  { ...SESSION, id: "1", current: true, last_used_at: AT },
];
const PERSON = { email: "ada@example.org", has_password: true, has_passkey: false, has_app: false };

/** Include hidden buttons, because calculating the visibility would take most of the time of these tests. */
const press = async (name: string) =>
  fireEvent.click(await screen.findByRole("button", { name, hidden: true }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: "input" }), {
    target: { value },
  });

const onProfile = (user: User, part: ReactElement) => (
  <ReauthenticationProvider user={user}>{part}</ReauthenticationProvider>
);
const passkeys = {
  user: { has_passkey: true },
  ui: (user: User) => onProfile(user, <PasskeyList user={user} />),
};
const factor = {
  user: { has_app: true },
  ui: (user: User) => onProfile(user, <SecondFactorPart user={user} />),
};

const SCENES: Record<string, Scene> = {
  passkeyLogin: {
    refused: "POST /api/session",
    answers: { "POST passkeys/login/options": REQUEST },
    ui: () => <PasskeySignIn next="/dashboard" />,
    act: ({ login }) => press(login.passkey.button),
  },
  passkeyOptions: {
    ...passkeys,
    refused: "POST passkeys/options",
    answers: { "GET passkeys": [] },
    act: ({ profile }) => press(profile.passkeys.add),
  },
  addPasskey: {
    ...passkeys,
    refused: "POST passkeys",
    answers: { "GET passkeys": [], "POST passkeys/options": CREATION },
    act: ({ profile }) => press(profile.passkeys.add),
  },
  renamePasskey: {
    ...passkeys,
    refused: "POST passkeys/1",
    answers: { "GET passkeys": [KEY] },
    async act({ profile: { passkeys: words } }) {
      await press(words.rename.replace("{name}", KEY.name));
      await type(words.name, "Ufficio");
      await press(words.save);
    },
  },
  removePasskey: {
    ...passkeys,
    refused: "DELETE passkeys/1",
    answers: { "GET passkeys": [KEY] },
    async act({ profile: { passkeys: words } }) {
      await press(words.remove.replace("{name}", KEY.name));
      await press(words.removeConfirm);
    },
  },
  proofOptions: {
    refused: "POST proof/options",
    user: { has_passkey: true },
    ui: proofOf,
    act: ({ profile }) => press(profile.proof.passkey),
  },
  prove: {
    refused: "POST proof",
    answers: { "POST proof/options": REQUEST },
    user: { has_passkey: true },
    ui: proofOf,
    async act({ profile: { proof } }, code) {
      if (!/^(wrong|second|code|invalid)_/.test(code)) return press(proof.passkey);
      await type(proof.password, "tramonto");
      await press(proof.confirm);
    },
  },
  endSession: {
    refused: "DELETE me/sessions/2",
    answers: { "GET me/sessions": SESSIONS },
    ui: () => <SessionsList />,
    act: ({ profile }) => press(profile.sessions.end.replace("{device}", "Mac")),
  },
  secondFactorLogin: {
    refused: "POST /api/session",
    ui: () => <CodeForm challenge="c" onEntered={() => undefined} onBack={() => undefined} />,
    async act({ login }) {
      await type(login.code.app.label, "000000");
      await press(login.submit);
    },
  },
  appOptions: {
    ...factor,
    refused: `POST ${FACTOR}/options`,
    answers: { [`GET ${FACTOR}`]: NONE },
    act: ({ profile }) => press(profile.app.add),
  },
  addApp: {
    ...factor,
    refused: `POST ${FACTOR}`,
    answers: {
      [`GET ${FACTOR}`]: NONE,
      [`POST ${FACTOR}/options`]: { secret: "ABCDEFGH", uri: "otpauth://totp/x" },
    },
    async act({ profile: { app } }) {
      await press(app.add);
      await type(app.adding.code, "000000");
      await press(app.adding.confirm);
    },
  },
  removeApp: {
    ...factor,
    refused: `DELETE ${FACTOR}`,
    answers: { [`GET ${FACTOR}`]: APP },
    async act({ profile: { app } }) {
      await press(app.remove);
      await press(app.removeConfirm);
    },
  },
  renewRecoveryCodes: {
    ...factor,
    refused: `POST ${FACTOR}/recovery-codes`,
    answers: { [`GET ${FACTOR}`]: APP },
    act: ({ profile }) => press(profile.app.renew),
  },
};

function proofOf(user: User) {
  const nothing = () => undefined;
  return (
    <ReauthenticationDialog
      user={user}
      byKey={false}
      purpose="…"
      onClose={nothing}
      onProved={nothing}
    />
  );
}

/**
 * Fakes the back end: rejects the main request of a test scene and answers all others. Returns a counter of the
 * rejected requests.
 */
function answer({ refused, answers = {} }: Scene, code: ErrorCode) {
  const calls = { refused: 0 };
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const given = typeof input === "string" ? new Request(new URL(input, "http://x"), init) : input;
    const path = new URL(given.url).pathname.replace("/wp-json/wp/v2/users/", "");
    const name = `${given.method} ${path}`;
    if (name !== refused)
      return Response.json(answers[name] ?? {}, { status: answers[name] ? 200 : 500 });
    calls.refused += 1;
    return Response.json({ code, message: code, data: { status: 403 } }, { status: 403 });
  });
  return calls;
}

beforeEach(() => {
  device.startRegistration.mockResolvedValue(MADE);
  device.startAuthentication.mockResolvedValue(SIGNED);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Error codes that every endpoint can return in addition to its declared codes. */
const ALWAYS = ["too_many_requests", "unavailable"] as const;
const declared: readonly Endpoint[] = [...keyEndpoints, ...secondFactorEndpoints];
const refusing = declared.filter(({ errors = [] }) => errors.length > 0);
const table = refusing.flatMap(({ name, errors = [] }) =>
  [...errors, ...ALWAYS].map((code) => ({ name, code })),
);

test("every endpoint that declares an error code has a scene, and no other scene exists", () => {
  expect(Object.keys(SCENES).sort()).toEqual(refusing.map(({ name }) => name).sort());
});

describe.each(["it", "en"] as const)("refusals of passkeys and second factors (%s)", (language) => {
  const words = MESSAGES[language];
  const say = createTranslator({ locale: language, messages: words, namespace: "errors" });
  const sentences = new Map(table.map(({ code }) => [code, say(code, FIGURES)]));

  test("each error code has a separate sentence", () => {
    expect(new Set(sentences.values()).size).toBe(sentences.size);
  });

  test.each(table)("$name shows the sentence of the error $code", async ({ name, code }) => {
    const scene = SCENES[name] as Scene;
    const calls = answer(scene, code);
    const user = { ...PERSON, providers: [], ...scene.user } as unknown as User;
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    renderWithWords(
      <QueryClientProvider client={client}>{scene.ui(user)}</QueryClientProvider>,
      language,
    );
    await scene.act(words, code);
    if (code === "proof_required") await press(words.profile.proof.cancel);
    const alert = await screen.findByRole("alert");
    await waitFor(() => expect(alert.textContent).toContain(sentences.get(code)));
    const others = [...sentences].filter(([other]) => other !== code);
    for (const [, other] of others) expect(alert.textContent).not.toContain(other);
    expect(calls.refused).toBe(1);
    cleanup();
  });
});
