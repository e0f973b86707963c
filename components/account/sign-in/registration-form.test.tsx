import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { RegistrationForm } from "./registration-form";

vi.mock("@/lib/i18n/navigation", () => ({ useRouter: () => ({ push: vi.fn() }) }));
afterEach(() => vi.unstubAllGlobals());

function show(next: string, interrupted: boolean) {
  const form = (
    <RegistrationForm
      privacyHref="/p.pdf"
      captcha={null}
      social={null}
      next={next}
      interrupted={interrupted}
    />
  );
  renderWithWords(form, "it");
}

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label, { selector: "input" }), { target: { value } });
}

const submit = () => fireEvent.click(screen.getByRole("button", { name: "Crea l’account" }));

test("a weak password is in the first error summary, and has one message at its field", async () => {
  const ask = vi.fn();
  vi.stubGlobal("fetch", ask);
  show("/dashboard", false);
  type("Nome", "Giulia");
  type("Password", "giulia12");
  submit();
  const list = await screen.findByRole("region");
  await waitFor(() => {
    const items = within(list).getAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent?.split(":")[0])).toEqual([
      "Cognome",
      "Email",
      "Password",
      "Informativa sulla privacy del sito",
    ]);
  });
  expect(screen.getAllByText("La password non è abbastanza sicura")).toHaveLength(1);
  expect(ask).not.toHaveBeenCalled();
});

test.each([
  ["/dashboard/project", true, "/dashboard/project", "/login?next=%2Fdashboard%2Fproject"],
  ["/dashboard/project?step=2#here", true, "/dashboard/project", undefined],
  ["/search?q=words", true, undefined, undefined],
  ["/dashboard", false, undefined, "/login"],
])(
  "the registration of %s sends the expected fields and links to the account",
  async (next, interrupted, sent, login) => {
    const bodies: unknown[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      bodies.push(await request.json());
      return Response.json({ status: "confirmation_sent" }, { status: 202 });
    });
    show(next, interrupted);
    if (login) {
      expect(screen.getByRole("link", { name: "Accedi" }).getAttribute("href")).toBe(login);
    }
    type("Nome", "Giulia");
    type("Cognome", "Ferraro");
    type("Email", "giulia@example.org");
    type("Password", "tramonto-lampada-viola");
    fireEvent.click(screen.getByRole("checkbox", { name: /privacy/ }));
    submit();
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect((bodies[0] as { next?: string }).next).toBe(sent);
  },
);

test("an interest with an English name states its language, and its radio button has the same name", () => {
  show("/dashboard", false);
  expect(screen.getByText("Call for ideas").lang).toBe("en");
  expect(screen.getByText("Tutte e due").closest("[lang=en]")).toBeNull();
  expect(screen.getByRole("radio", { name: "Call for ideas" })).toBeInstanceOf(HTMLInputElement);
});
