import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { expectAccessible } from "@/tests/support/axe";
import {
  act,
  backEnd,
  kept,
  last,
  PLAN,
  page,
  posted,
  refusal,
} from "@/tests/support/staff-actions";
import { LEFT, WHOLE } from "@/tests/support/staff-people";
import { Person } from "./person";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams() }));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push }),
  Link: (props: object) => <a {...props} />,
}));

// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
configure({ asyncUtilTimeout: 15_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the page of one person", () => {
  test.each(LANGUAGES)(
    "a person's page shows everything and is accessible (%s)",
    async (language) => {
      backEnd(() => refusal("not_found", 404), WHOLE);
      page(<Person id="g" />, language);
      expect(await screen.findByRole("heading", { name: "Giulia Ferraro" })).toBeTruthy();
      expect(screen.getByText("a41f…7c02")).toBeTruthy();
      expect(screen.getByRole("link", { name: "Filò, 2026" }).getAttribute("href")).toBe(
        "/dashboard/regia/candidature/f",
      );
      // The link leads to the version that the person accepted, even if a later version exists.
      expect(screen.getByRole("link", { name: /^versione? 1$/ }).getAttribute("href")).toBe(
        "/policy/privacy-1-it.pdf",
      );
      // A consent states where the person gave it. If this source has no label, the page shows the stored name of the
      // source.
      expect(screen.getByText("somewhere")).toBeTruthy();
      expect(screen.getByRole("link", { name: /registro|log/ }).getAttribute("href")).toBe(
        "/dashboard/regia/registro?person=g",
      );
      await expectAccessible(document.body);
    },
  );

  test("a person's data request shows the days left and its actions", async () => {
    backEnd(() => Response.json(PLAN), WHOLE);
    page(<Person id="g" />);
    const part = await screen.findByRole("region", { name: "Chiede una copia dei dati" });
    expect(within(part).getByText("entro 5 giorni")).toBeTruthy();
    expect(screen.getByText(/chiusa il 9 ottobre 2026.*corretto/)).toBeTruthy();
    fireEvent.click(await act(/Proroga/));
    await screen.findByRole("dialog", { name: "Proroga il termine della risposta" });
    await waitFor(() =>
      expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/requests/q/extension"),
    );
    fireEvent(screen.getByRole("dialog"), new Event("cancel"));
    fireEvent.click(await act(/Aggiungi una richiesta/));
    const sheet = await screen.findByRole("dialog", { name: "Una richiesta sui dati" });
    fireEvent.change(within(sheet).getByLabelText("Arrivata il"), {
      target: { value: "2026-11-30" },
    });
    fireEvent.change(within(sheet).getByLabelText("Che cosa chiede"), {
      target: { value: "erasure" },
    });
    expect(within(sheet).getByText("Da rispondere entro il 30 dicembre 2026.")).toBeTruthy();
    await waitFor(() => expect(last()).toEqual({ kind: "erasure", received_on: "2026-11-30" }));
  });

  test("correcting a person's address requires a passkey, and shows why it is rejected", async () => {
    const taken = { ...PLAN, count: 0, effects: [], mails: [] };
    const against = [{ name: "address_taken", count: 1 }];
    backEnd(() => Response.json({ ...taken, against }), WHOLE);
    page(<Person id="g" />);
    fireEvent.click(await act(/^Correggi l’indirizzo$/));
    const sheet = await screen.findByRole("dialog", { name: "Correggi l’indirizzo" });
    fireEvent.change(within(sheet).getByLabelText("Nuovo indirizzo"), {
      target: { value: " giulia@nuova.example" },
    });
    await waitFor(() => expect(last()).toEqual({ email: "giulia@nuova.example" }));
    expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/people/g/email");
    expect(await within(sheet).findByText(/C’è già un account con questo indirizzo/)).toBeTruthy();
  });

  test("a copy of a person's data is prepared with a passkey and can then be downloaded", async () => {
    const ready = { ...PLAN, count: 1, effects: [], mails: [] };
    backEnd((body) => (body.plan ? kept(ready) : Response.json(ready)), WHOLE);
    page(<Person id="g" />);
    fireEvent.click(await act(/Prepara la copia dei dati/));
    await screen.findByRole("dialog", { name: "Prepara la copia dei dati" });
    fireEvent.change(screen.getByRole("textbox", { name: /Motivo/ }), {
      target: { value: "richiesta del 5 dicembre" },
    });
    await screen.findByText(/Calcolato alle/);
    fireEvent.click(await act(/^Prepara la copia$/));
    const link = await screen.findByRole("link", { name: "Scarica la copia" });
    expect(link.getAttribute("href")).toContain("wp/v2/staff/people/g/export");
  });

  test.each([
    ["staff", ["Cancella"], "Può farlo solo la direzione."],
    [
      "auditor",
      ["Cancella", "Disattiva", "Prepara la copia dei dati"],
      "Il tuo ruolo può solo leggere.",
    ],
  ] as const)("the %s cannot run every action on a person", async (role, closed, reason) => {
    backEnd(() => Response.json(PLAN), WHOLE);
    page(<Person id="g" />, "it", role);
    for (const name of closed) {
      const button = await act(new RegExp(`^${name}`));
      expect([name, button.getAttribute("aria-disabled")]).toEqual([name, "true"]);
    }
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0);
  });

  test("after an erasure, the page returns to the list of people", async () => {
    const gone = { ...PLAN, count: 1, effects: [{ name: "person_erased", count: 1 }], mails: [] };
    backEnd((body) => (body.plan ? kept(gone) : Response.json(gone)), WHOLE);
    const answer = fetch as (request: Request) => Promise<Response>;
    const read = vi.fn();
    vi.stubGlobal("fetch", (request: Request) => {
      if (request.method === "GET") read(new URL(request.url).pathname);
      return answer(request);
    });
    page(<Person id="g" />, "it", "director");
    fireEvent.click(await act(/^Cancella/));
    fireEvent.change(await screen.findByRole("textbox", { name: /Motivo/ }), {
      target: { value: "lo chiede" },
    });
    fireEvent.click(await act(/^Cancella 1 persona/));
    await waitFor(() => expect(push).toHaveBeenCalledWith("/dashboard/regia/persone"));
    expect(read.mock.calls.filter(([path]) => path.endsWith("/people/g"))).toHaveLength(1);
  });

  test("the focus stays in the page when a proposal replaces the action's button", async () => {
    const propose = { step: "propose", proposed: null, before: null } as const;
    const plan = { ...PLAN, count: 1, mails: [], effects: [], second: propose };
    const answer = { ...WHOLE, state: "deactivated" };
    const proposed = {
      ...{ id: "p", by: "rita@example.org", own: true, reason: "lo chiede", count: 1 },
      ...{ at: PLAN.at, expires_at: PLAN.at },
    };
    backEnd((body) => {
      if (body.plan) Object.assign(answer, { proposed });
      return Response.json(body.plan ? { ...plan, line: 7 } : plan);
    }, answer);
    page(
      <main id="main" tabIndex={-1}>
        <Person id="g" />
      </main>,
      "it",
      "director",
    );
    const button = await act(/^Cancella/);
    button.focus();
    fireEvent.click(button);
    fireEvent.change(await screen.findByRole("textbox", { name: /Motivo/ }), {
      target: { value: "lo chiede" },
    });
    fireEvent.click(await act(/^Proponi/));
    expect(await screen.findByText("Proposto: cancellare questa persona")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).not.toBe(document.body);
  });

  test("a person's page shows a missing second factor, and when the account will be erased", async () => {
    const ways = { ...WHOLE.ways, passkeys: [], app: null, lacking: ["staff"] as const };
    const left = {
      ...WHOLE,
      state: "deactivated",
      ways: { ...ways, reset_at: "2027-01-03T10:00:00.000Z" },
      erases_at: LEFT.erases_at,
      sessions: [],
      mails: [],
      consents: [],
      projects: [],
      roles: [],
    };
    backEnd(() => refusal("not_found", 404), left);
    page(<Person id="g" />);
    expect(await screen.findByText(/chiede una passkey o un’app/)).toBeTruthy();
    expect(screen.getByText(/vengono tolte il 3 gennaio 2027/)).toBeTruthy();
    expect(screen.getByText(/si cancella da solo il 2 giugno 2027/)).toBeTruthy();
  });
});
