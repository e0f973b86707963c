import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { User } from "@/contract/users/user-schemas";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { ReauthenticationProvider } from "../security/reauthentication";
import { CodeForm } from "../sign-in/code-form";
import { SecondFactorPart } from "./second-factor";

const FACTOR = "me/second-factor";
const NONE = { app: null, recovery_codes: 0, reset_at: null };
const APP = {
  app: { created_at: "2026-08-20T10:00:00.000Z", last_used_at: null },
  recovery_codes: 3,
  reset_at: null,
};
const CODES = ["abcd-efgh-jkmn-pqrs", "0123-4567-89ab-cdef"];
const USER = {
  email: "ada@example.org",
  has_password: true,
  has_passkey: false,
  has_app: false,
  providers: [],
};

const refusal = (code: string, status = 403) =>
  Response.json({ code, message: code, data: { status } }, { status });

/** Requests to the back end with their bodies, in order. */
let asked: [name: string, body: unknown][];

function answer(answers: Record<string, (body: unknown) => Response>) {
  asked = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const given = typeof input === "string" ? new Request(new URL(input, "http://x"), init) : input;
    const text = await given.text();
    const body: unknown = text ? JSON.parse(text) : undefined;
    const path = new URL(given.url).pathname.replace("/wp-json/wp/v2/users/", "");
    asked.push([`${given.method} ${path}`, body]);
    return answers[`${given.method} ${path}`]?.(body) ?? refusal("not_found", 404);
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

function show(language: "it" | "en", more: object = {}) {
  const user = { ...USER, ...more } as unknown as User;
  renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <ReauthenticationProvider user={user}>
        <SecondFactorPart user={user} />
      </ReauthenticationProvider>
    </QueryClientProvider>,
    language,
  );
}

describe.each(["it", "en"] as const)("the second factor (%s)", (language) => {
  const { app: words, proof } = MESSAGES[language].profile;
  const { errors } = MESSAGES[language];

  test("the second factor shows its secret, its QR code, a wrong first code, and the recovery codes once", async () => {
    const uri = "otpauth://totp/x?secret=ABCDEFGH";
    let stored = NONE;
    answer({
      [`GET ${FACTOR}`]: () => Response.json(stored),
      [`POST ${FACTOR}/options`]: () => Response.json({ secret: "ABCDEFGH", uri }),
      [`POST ${FACTOR}`]: (body) => {
        if ((body as { code: string }).code !== "123456") return refusal("code_invalid");
        stored = APP as unknown as typeof NONE;
        return Response.json({ recovery_codes: CODES }, { status: 201 });
      },
    });
    show(language);
    fireEvent.click(await screen.findByRole("button", { name: words.add }));
    const dialog = await screen.findByRole("dialog", { name: words.adding.title });
    expect(within(dialog).getByText("ABCD EFGH")).toBeTruthy();
    const qr = within(dialog).getByRole("img", { name: words.adding.qr });
    await waitFor(() => expect(qr.querySelector("path")?.getAttribute("d")).toMatch(/^M/));
    const field = within(dialog).getByLabelText(words.adding.code);
    fireEvent.change(field, { target: { value: "000000" } });
    fireEvent.click(within(dialog).getByRole("button", { name: words.adding.confirm }));
    expect((await within(dialog).findByRole("alert")).textContent).toContain(errors.code_invalid);
    fireEvent.change(field, { target: { value: "123456" } });
    fireEvent.click(within(dialog).getByRole("button", { name: words.adding.confirm }));
    const sheet = await screen.findByRole("dialog", { name: words.codes.title });
    for (const code of CODES) expect(within(sheet).getByText(code)).toBeTruthy();
    fireEvent.click(within(sheet).getByRole("button", { name: words.codes.done }));
    await screen.findByRole("button", { name: words.remove });
    for (const code of CODES) expect(screen.queryByText(code)).toBeNull();
    expect(screen.getByText(/^3 /)).toBeTruthy();
  });

  test("the authenticator app is removed with a code, without the password", async () => {
    let proved = false;
    answer({
      [`GET ${FACTOR}`]: () => Response.json(APP),
      [`DELETE ${FACTOR}`]: () =>
        proved ? new Response(null, { status: 204 }) : refusal("proof_required"),
      "POST proof": () => {
        proved = true;
        return new Response(null, { status: 204 });
      },
    });
    show(language, { has_app: true });
    fireEvent.click(await screen.findByRole("button", { name: words.remove }));
    fireEvent.click(await screen.findByRole("button", { name: words.removeConfirm }));
    const dialog = await screen.findByRole("dialog", { name: proof.title });
    expect(within(dialog).queryByLabelText(proof.password)).toBeNull();
    fireEvent.change(within(dialog).getByLabelText(proof.code), { target: { value: "123456" } });
    fireEvent.click(within(dialog).getByRole("button", { name: proof.confirm }));
    await waitFor(() => expect(asked).toContainEqual(["POST proof", { code: "123456" }]));
    await waitFor(() =>
      expect(asked.filter(([name]) => name === `DELETE ${FACTOR}`)).toHaveLength(2),
    );
  });

  test("the second factor shows that staff will remove it, and how to stop that", async () => {
    answer({
      [`GET ${FACTOR}`]: () => Response.json({ ...APP, reset_at: "2026-08-23T10:00:00.000Z" }),
    });
    show(language);
    expect(await screen.findByText(words.reset)).toBeTruthy();
    expect(document.querySelector("time[datetime='2026-08-23T10:00:00.000Z']")).toBeTruthy();
  });

  test("a second factor that cannot load shows an error and retries", async () => {
    let works = false;
    answer({
      [`GET ${FACTOR}`]: () => (works ? Response.json(NONE) : refusal("unavailable", 503)),
    });
    const { loading } = MESSAGES[language];
    renderWithWords(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <SecondFactorPart user={USER as unknown as User} />
      </QueryClientProvider>,
      language,
    );
    expect((await screen.findByRole("alert")).textContent).toContain(loading.error);
    works = true;
    fireEvent.click(screen.getByRole("button", { name: loading.retry }));
    expect(await screen.findByRole("button", { name: words.add })).toBeTruthy();
  });
});

describe.each(["it", "en"] as const)("the login's second step (%s)", (language) => {
  const { login, errors } = MESSAGES[language];

  test("the second step sends the code with its challenge, shows a wrong code, and accepts a recovery code", async () => {
    const entered = vi.fn();
    answer({
      "POST /api/session": (body) =>
        (body as { code: string }).code === CODES[0]
          ? Response.json({ ...USER, ...PROFILE })
          : refusal("code_invalid"),
    });
    renderWithWords(
      <CodeForm challenge="c" onEntered={entered} onBack={() => undefined} />,
      language,
    );
    fireEvent.click(screen.getByRole("button", { name: login.submit }));
    await waitFor(() =>
      expect(screen.getByLabelText(login.code.app.label).getAttribute("aria-invalid")).toBe("true"),
    );
    expect(asked).toEqual([]);
    fireEvent.change(screen.getByLabelText(login.code.app.label), { target: { value: "000000" } });
    fireEvent.click(screen.getByRole("button", { name: login.submit }));
    expect((await screen.findByRole("alert")).textContent).toContain(errors.code_invalid);
    const other = screen.getByRole("button", { name: login.code.recovery.use });
    other.focus();
    fireEvent.click(other);
    const field = await screen.findByLabelText(login.code.recovery.label);
    expect(field.getAttribute("autocomplete")).toBe("off");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect((field as HTMLInputElement).value).toBe("");
    fireEvent.change(field, { target: { value: CODES[0] } });
    fireEvent.click(screen.getByRole("button", { name: login.submit }));
    await waitFor(() => expect(entered).toHaveBeenCalledTimes(1));
    expect(asked.at(-1)).toEqual(["POST /api/session", { challenge: "c", code: CODES[0] }]);
  });

  test.each(["challenge_expired", "challenge_used", "challenge_foreign"] as const)(
    "a challenge that is no longer valid (%s) leads back to the first step",
    async (code) => {
      const back = vi.fn();
      answer({ "POST /api/session": () => refusal(code) });
      renderWithWords(
        <CodeForm challenge="c" onEntered={() => undefined} onBack={back} />,
        language,
      );
      fireEvent.change(screen.getByLabelText(login.code.app.label), {
        target: { value: "123456" },
      });
      fireEvent.click(screen.getByRole("button", { name: login.submit }));
      expect((await screen.findByRole("alert")).textContent).toContain(login.code.over);
      expect(screen.queryByRole("textbox")).toBeNull();
      const outcome = screen.getByRole("region", { name: login.code.title });
      await waitFor(() => expect(document.activeElement).toBe(outcome));
      fireEvent.click(screen.getByRole("button", { name: login.code.back }));
      expect(back).toHaveBeenCalledTimes(1);
    },
  );
});

const PROFILE = {
  id: "1",
  first_name: "Ada",
  last_name: "Riva",
  roles: ["applicant"],
  newsletter: false,
  privacy: true,
  interest: null,
  interests_modal_closed: false,
  language: "it",
  last_update: "2026-08-20T10:00:00.000Z",
  needs_second_factor: false,
};
