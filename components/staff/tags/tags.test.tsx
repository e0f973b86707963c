import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
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
import { Tags } from "./tags";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
  Link: (props: object) => <a {...props} />,
}));
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const ID = ["6f9619ff-8b86-4d01-b42d-00cf4fc964f1", "6f9619ff-8b86-4d01-b42d-00cf4fc964f2"];
const LIST = {
  edition: 2026,
  current: true,
  tags: [
    { id: ID[0], name: "Da chiamare", colour: "pink", count: 2 },
    { id: ID[1], name: "שלום <b>", colour: "grey", count: 0 },
  ],
};

test.each([
  ["it", /Nuova etichetta/, "Crea", /già/],
  ["en", /New tag/, "Create", /already/],
] as const)(
  "tags link to their applications, and a name in use is refused at the field (%s)",
  async (language, label, create, taken) => {
    backEnd(() => refusal("invalid_fields", 422, { fields: { name: "name_taken" } }), LIST);
    page(<Tags />, language);
    const link = await screen.findByRole("link", { name: /^2 / });
    expect(link.getAttribute("href")).toBe(`/dashboard/regia/candidature?tag=${ID[0]}`);
    expect(screen.getAllByText("שלום <b>").length).toBeGreaterThan(0);
    await expectAccessible(document.body);
    const field = screen.getByLabelText(label);
    fireEvent.change(field, { target: { value: "da CHIAMARE" } });
    fireEvent.click(screen.getByRole("button", { name: create }));
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(last()).toEqual({ name: "da CHIAMARE" });
    expect(document.body.textContent).toMatch(taken);
    expect((field as HTMLInputElement).value).toBe("da CHIAMARE");
  },
);

test("Enter creates a tag once, and empties the field", async () => {
  backEnd((body) => Response.json({ id: ID[0], name: "Nuova", colour: "red", ...body }), LIST);
  page(<Tags />);
  const field = await screen.findByLabelText(/Nuova etichetta/);
  fireEvent.change(field, { target: { value: "Nuova" } });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(""));
  expect(posted).toHaveLength(1);
});

test("a merge asks which tag remains, and offers only the others", async () => {
  const effects = [
    { name: "tag_merged", count: 2, facts: { before: "Da chiamare", tag: "Altra" } },
  ];
  const plan = { ...PLAN, effects, mails: [], count: 2 };
  backEnd((body) => (body.plan ? kept(plan) : Response.json(plan)), LIST);
  page(<Tags />);
  fireEvent.click(await act(/^Unisci Da chiamare/));
  const choice = await screen.findByLabelText(/Etichetta che resta/);
  const offered = within(choice).getAllByRole<HTMLOptionElement>("option");
  expect(offered.map(({ value }) => value).filter(Boolean)).toEqual([ID[1]]);
  fireEvent.change(choice, { target: { value: ID[1] } });
  await waitFor(() => expect(last()).toMatchObject({ into: ID[1] }));
});

test.each([
  ["a reader", "auditor", true],
  ["an edition that is over", "staff", false],
] as const)("for %s, tags have no actions and the page says why", async (_, role, current) => {
  backEnd(() => refusal("forbidden_role", 403), { ...LIST, current });
  page(<Tags />, "it", role);
  await screen.findByText("Da chiamare");
  expect(screen.queryByLabelText(/Nuova etichetta/)).toBeNull();
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(document.body.textContent).toMatch(role === "auditor" ? /può solo leggere/ : /edizione/);
});

test("an edition without tags says so", async () => {
  backEnd(() => refusal("not_found", 404), { ...LIST, tags: [] });
  page(<Tags />);
  await screen.findByText("Questa edizione non ha ancora etichette.");
});
