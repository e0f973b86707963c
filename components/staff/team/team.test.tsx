import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import type { StaffMember } from "@/contract/staff/team";
import { expectAccessible } from "@/tests/support/axe";
import { act, backEnd, last, PLAN, page, posted } from "@/tests/support/staff-actions";
import { Team } from "./team";

vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: (props: object) => <a {...props} />,
}));
// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
configure({ asyncUtilTimeout: 15_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const AT = "2026-12-31T20:41:00.000Z";
const RITA: StaffMember = {
  id: "r",
  name: "Rita Neri",
  email: "rita@example.org",
  roles: ["director"],
  deactivated: false,
  passkeys: 0,
  app: true,
  sessions: 2,
  seen_at: AT,
  last_act: { act: "user.grant", at: AT, line: 7 },
  own: true,
};
const UGO: StaffMember = {
  ...RITA,
  id: "u",
  name: "Ugo Verdi",
  email: "ugo@example.org",
  roles: ["staff"],
  passkeys: 2,
  own: false,
  last_act: null,
};
const TEAM = { members: [RITA, UGO], directors: 1, directors_with_key: 0 };
const GRANTED = {
  ...PLAN,
  count: 1,
  mails: [],
  effects: [{ name: "granted_staff", count: 1, facts: { name: "Ada Riva" } }],
};

describe("the page of staff accounts", () => {
  test.each(LANGUAGES)("each staff account shows how it is protected (%s)", async (language) => {
    backEnd(() => Response.json(GRANTED), TEAM);
    page(<Team />, language, "director");
    const row = (await screen.findByText("ugo@example.org")).closest("tr") as HTMLElement;
    expect(row.textContent).toMatch(/2 passkey|2 passkeys/);
    // The only director has no passkey, so the warning names the command that restores access.
    expect(screen.getByText(/non ha una passkey|has no passkey/)).toBeTruthy();
    expect(screen.getByText(/second-factor reset EMAIL --and NAME/)).toBeTruthy();
    await expectAccessible(document.body);
  });

  test("a director grants a role by address, and revokes a role", async () => {
    backEnd(() => Response.json(GRANTED), TEAM);
    page(<Team />, "it", "director");
    fireEvent.click(await act(/Dai un ruolo/));
    const sheet = await screen.findByRole("dialog", { name: "Dai un ruolo nello staff" });
    expect(document.activeElement).toBe(within(sheet).getByLabelText("Email dell’account"));
    fireEvent.change(within(sheet).getByLabelText("Email dell’account"), {
      target: { value: "ada@example.org" },
    });
    expect(posted).toEqual([]);
    fireEvent.change(within(sheet).getByLabelText("Ruolo"), { target: { value: "staff" } });
    expect(await within(sheet).findByText("Ada Riva entra nello staff")).toBeTruthy();
    expect(last()).toEqual({ email: "ada@example.org", role: "staff" });
    fireEvent(sheet, new Event("cancel"));
    fireEvent.click(await act(/Togli: regia/));
    await screen.findByRole("dialog", { name: "Togli un ruolo nello staff" });
    await waitFor(() => expect(last()).toEqual({ email: "ugo@example.org", role: "staff" }));
  });

  test("the page shows why the last director, or the user's own account, cannot be changed", async () => {
    for (const name of ["last_director", "own_role"]) {
      const against = [{ name, count: 1 }];
      backEnd(() => Response.json({ ...GRANTED, count: 0, effects: [], against }), TEAM);
      const { unmount } = page(<Team />, "it", "director");
      fireEvent.click(await act(/Togli: direzione/));
      const words = /prima dai il ruolo a un’altra|Non puoi dare un ruolo al tuo account/;
      expect(await screen.findByText(words)).toBeTruthy();
      const button = await act(/^Togli il ruolo/);
      expect(button.getAttribute("aria-disabled")).toBe("true");
      unmount();
    }
  });

  test.each([
    ["staff", "Può farlo solo la direzione."],
    ["auditor", "Il tuo ruolo può solo leggere."],
  ] as const)("the %s only reads the staff accounts, and sees the reason", async (role, reason) => {
    backEnd(() => Response.json(GRANTED), TEAM);
    page(<Team />, "it", role);
    const button = await act(/Dai un ruolo/);
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0);
    fireEvent.click(button);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
