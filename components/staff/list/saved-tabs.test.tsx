import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TabRow } from "@/components/ui/page/tab-row";
import { LANGUAGES, type Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import { saveList } from "@/contract/staff/saved-lists";
import { expectAccessible } from "@/tests/support/axe";
import { page, refusal } from "@/tests/support/staff-actions";
import { SavedTabs } from "./saved-tabs";

vi.mock("@/lib/i18n/navigation", () => ({ Link: (props: object) => <a {...props} /> }));

const OWN = {
  own: true,
  by: "Rita Neri",
  shared: false,
  editable: true,
  hidden: false,
  broken: null,
};
const LATE = { ...OWN, id: "1", list: "applications", name: "Ultima sera", query: { due: "soon" } };
const OTHER = { ...OWN, id: "2", list: "people", name: "Altrove", query: { role: "staff" } };
let lists: object[];
let answer: () => Response;
const asked: { method: string; path: string; body?: unknown }[] = [];

beforeEach(() => {
  asked.length = 0;
  lists = [LATE, OTHER];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { method } = request;
    if (method === "GET") return Response.json({ lists });
    const { pathname } = new URL(request.url);
    const body = method === "POST" ? await request.json() : undefined;
    asked.push({ method, path: pathname, ...(body && { body }) });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(
  filter: Record<string, string>,
  { language = "it" as Language, role = "staff" as Role, isOwn = false } = {},
) {
  const read = vi.fn(async (query: Record<string, string>) => ({ total: query.due ? 63 : 1 }));
  const list = "Candidature";
  const tabs = (
    <TabRow label={list}>
      <SavedTabs list="applications" filter={filter} isOwn={isOwn} read={read} />
    </TabRow>
  );
  return { read, ...page(tabs, language, role) };
}

test.each(LANGUAGES)(
  "saved views show their number of matches and link to their lists (%s)",
  async (language) => {
    const { container, read } = show({ state: "sent" }, { language });
    const tab = await screen.findByRole("link", { name: /Ultima sera/ });
    expect(tab.getAttribute("href")).toBe("?due=soon");
    await waitFor(() => expect(tab.textContent).toBe("Ultima sera63"));
    expect(tab.getAttribute("aria-current")).toBeNull();
    expect(read).toHaveBeenCalledTimes(1);
    expect(screen.queryByText("Altrove")).toBeNull();
    expect(container.textContent).not.toMatch(/staff\.|[{}]|undefined/);
    await expectAccessible(container);
  },
);

test("a view is saved under a name without its search text", async () => {
  const kept = {
    ...OWN,
    id: "3",
    list: "applications",
    name: "Cambiate",
    query: { state: "changed" },
  };
  answer = () => {
    lists = [...lists, kept];
    return Response.json(kept, { status: 201 });
  };
  show({ state: "changed" });
  fireEvent.click(await screen.findByRole("button", { name: "Salva questi filtri" }));
  const dialog = screen.getByRole("dialog", { name: "Salva questi filtri" });
  fireEvent.change(within(dialog).getByRole("textbox", { name: /Nome della scheda/ }), {
    target: { value: " Cambiate " },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Salva" }));
  const { name, list, query } = kept;
  await waitFor(() => expect(asked).toHaveLength(1));
  const [request] = asked;
  expect(request).toMatchObject({ method: "POST", path: "/wp-json/wp/v2/staff/saved-lists" });
  // The request contains the saved view's name as typed. The contract's schema cleans the name, and the page's message
  // quotes the cleaned name.
  expect(saveList.body.parse(request?.body)).toEqual({ list, name, query });
  expect(await screen.findByText(/«Cambiate» è/)).toBeTruthy();
  const tab = await screen.findByRole("link", { name: /Cambiate/ });
  expect(tab.getAttribute("aria-current")).toBe("page");
  expect(await screen.findByRole("button", { name: "Gestisci «Cambiate»" })).toBeTruthy();
});

test("the current saved view can be deleted, after a question", async () => {
  answer = () => {
    lists = [OTHER];
    return new Response(null, { status: 204 });
  };
  show({ due: "soon" });
  fireEvent.click(await screen.findByRole("button", { name: "Gestisci «Ultima sera»" }));
  fireEvent.click(await screen.findByRole("button", { name: "Elimina" }));
  const question = () => screen.getByRole("dialog", { name: "Eliminare «Ultima sera»?" });
  fireEvent.click(within(question()).getByRole("button", { name: "Lascia com’è" }));
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Elimina" }));
  fireEvent.click(within(question()).getByRole("button", { name: "Elimina" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: /Ultima sera/ })).toBeNull());
  expect(asked).toEqual([{ method: "DELETE", path: "/wp-json/wp/v2/staff/saved-lists/1" }]);
});

test("a shared view says whose it is, and each colleague can hide it and show it again", async () => {
  const shared = { shared: true, own: false, by: "Paolo Sarti", editable: false };
  answer = () => {
    lists = [{ ...LATE, ...shared, hidden: true }];
    return new Response(null, { status: 204 });
  };
  lists = [{ ...LATE, ...shared }];
  show({ due: "soon" });
  expect((await screen.findByRole("link", { name: /Ultima sera/ })).textContent).toContain(
    "di Paolo Sarti",
  );
  fireEvent.click(await screen.findByRole("button", { name: "Gestisci «Ultima sera»" }));
  const dialog = await screen.findByRole("dialog", { name: "Ultima sera" });
  expect(within(dialog).queryByRole("button", { name: "Elimina" })).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Nascondi" }));
  fireEvent.click(await screen.findByRole("button", { name: "1 nascosta o da rivedere" }));
  expect(await screen.findByRole("button", { name: "Mostra tra le schede" })).toBeTruthy();
  expect(asked[0]).toMatchObject({
    path: "/wp-json/wp/v2/staff/saved-lists/1/hiding",
    body: { hidden: true },
  });
});

test.each(["tag", "owner", "filter"])(
  "a view whose filter no longer exists (%s) is no tab and explains itself",
  async (broken) => {
    lists = [{ ...LATE, broken }];
    show({});
    fireEvent.click(await screen.findByRole("button", { name: "1 nascosta o da rivedere" }));
    expect((await screen.findByRole("note")).textContent).toContain("non esiste più");
    expect(screen.queryByRole("link", { name: /Ultima sera/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Elimina" })).toBeTruthy();
  },
);

test("an error about saving a view shows at the field, or above it", async () => {
  answer = () => refusal("invalid_fields", 422, { fields: { name: "too_many" } });
  show({ state: "sent" });
  fireEvent.click(await screen.findByRole("button", { name: "Salva questi filtri" }));
  const dialog = screen.getByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Salva" }));
  expect(await within(dialog).findByText("Al massimo 8")).toBeTruthy();
  answer = () => refusal("unavailable", 503);
  fireEvent.click(within(dialog).getByRole("button", { name: "Salva" }));
  expect((await within(dialog).findByRole("alert")).textContent).toContain(
    "L’operazione non è riuscita. Riprova.",
  );
});

test.each([
  ["a list's own tab", { state: "complete" }, { isOwn: true }],
  ["the whole list", {}, {}],
  ["what somebody searches for", { state: "sent", search: "Giulia" }, {}],
  ["what an auditor looks at", { state: "sent" }, { role: "auditor" as const }],
])("%s cannot be saved as a view", async (_, filter, more) => {
  show(filter, more);
  await screen.findByRole("link", { name: /Ultima sera/ });
  expect(screen.queryByRole("button")).toBeNull();
});

test("the dialog announces that a name replaces the filters of the user's own view", async () => {
  show({ state: "changed" });
  fireEvent.click(await screen.findByRole("button", { name: "Salva questi filtri" }));
  const dialog = screen.getByRole("dialog", { name: "Salva questi filtri" });
  const field = within(dialog).getByRole("textbox", { name: /Nome della scheda/ });
  fireEvent.change(field, { target: { value: " Ultima sera " } });
  expect(await within(dialog).findByText(/Hai già una scheda «Ultima sera»/)).toBeTruthy();
  expect(within(dialog).getByRole("button", { name: "Sostituisci i filtri" })).toBeTruthy();
  fireEvent.change(field, { target: { value: "Un’altra" } });
  expect(within(dialog).queryByText(/Hai già una scheda/)).toBeNull();
});
