import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "@/tests/support/staff-actions";
import { ExportDialog } from "./export-dialog";

vi.setConfig({ testTimeout: 30_000 });
const GROUPS = [
  {
    ...{ name: "application", title: "Candidatura", locked: false },
    columns: [
      { name: "number", title: "Ricevuta", usual: true },
      { name: "name", title: "Progetto", usual: true },
      { name: "state", title: "Stato", usual: false },
    ],
  },
  {
    ...{ name: "ranking", title: "Classifica", locked: true },
    columns: [{ name: "rank", title: "Posizione", usual: true }],
  },
];
let groups: object[] = GROUPS;
const asked: { url: URL; body: unknown }[] = [];
/** The `round` parameter of each request for the list of exportable columns. */
const columnsOf: (string | null)[] = [];
beforeEach(() => {
  asked.length = 0;
  groups = GROUPS;
  columnsOf.length = 0;
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url, "http://x");
    if (url.pathname.endsWith("/staff/exports")) {
      columnsOf.push(url.searchParams.get("round"));
      return Response.json({ groups, scores: false });
    }
    asked.push({ url, body: request.method === "POST" ? await request.json() : null });
    return new Response("a;b\r\n");
  });
});
const href = "/wp-json/wp/v2/staff/applications/export?state=complete";
const open = (more: object = {}) => {
  const onClose = vi.fn();
  const props = { title: "Esporta 12", list: "applications" as const, href, onClose, ...more };
  page(<ExportDialog {...props} />, "it");
  return onClose;
};

test("the chosen columns and the format are added to the filter of the list", async () => {
  const onClose = open();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Progetto" }));
  fireEvent.click(screen.getByRole("radio", { name: "CSV" }));
  fireEvent.click(screen.getByRole("button", { name: "Esporta 2 colonne" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
    ...{ state: "complete", format: "csv", columns: "number,state" },
  });
});

test("while the columns load, the dialog offers no export of none", async () => {
  open();
  expect(screen.queryByRole("button", { name: "Esporta 0 colonne" })).toBeNull();
  expect(screen.getByRole("button", { name: "Lettura delle colonne in corso…" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Esporta 3 colonne" })).toBeTruthy();
});

test("the columns are those of the shown round, whose ranking can be open while another round runs", async () => {
  open({ round: 1 });
  await screen.findByRole("button", { name: "Esporta 3 colonne" });
  expect(columnsOf).toEqual(["1"]);
});

test("locked columns say why, and are never exported", async () => {
  open({ shown: ["number", "readings"] });
  const group = await screen.findByRole("group", { name: /Classifica/ });
  expect(within(group).getByText("Si apre quando tutta la giuria ha chiuso.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Tutte" }));
  fireEvent.click(screen.getByRole("button", { name: "Esporta 3 colonne" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.url.searchParams.get("columns")).toBe("number,name,state");
});

test("a file of several tables needs one of them, and has none of an excluded group", async () => {
  const column = (name: string, title: string) => ({ name, title, usual: true });
  const group = (name: string, title: string, columns: object[]) => ({
    ...{ name, title, locked: false, columns },
  });
  groups = [
    group("tables", "Tabelle", [column("days", "Giorni"), column("stage", "Stadio")]),
    group("staff_tables", "Della regia", [column("requests", "Richieste")]),
    group("counts", "Colonne", [column("now", "Questa edizione")]),
  ];
  open({ list: "figures", without: ["staff_tables"] });
  expect(await screen.findByRole("button", { name: "Esporta 2 tabelle" })).toBeTruthy();
  expect(screen.queryByRole("checkbox", { name: "Richieste" })).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "Tutte le colonne: Tabelle" }));
  expect(screen.getByText("Scegli almeno una tabella.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Esporta 0 tabelle" }));
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Stadio" }));
  fireEvent.click(screen.getByRole("button", { name: "Esporta una tabella" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.url.searchParams.get("columns")).toBe("stage,now");
});

test("selected rows are posted with the columns, and a table without columns is not exported", async () => {
  const selection = { ids: ["a"] };
  open({ body: { selection } });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Tutte le colonne: Candidatura" }));
  expect(screen.getByText("Scegli almeno una colonna.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Esporta 0 colonne" }));
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Ricevuta" }));
  fireEvent.click(screen.getByRole("button", { name: "Esporta una colonna" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toEqual({ selection, format: "xlsx", columns: "number" });
});

test("the dialog opens with the columns of the screen in their order, and offers all and none", async () => {
  open({ shown: ["state", "number"] });
  await screen.findByRole("checkbox", { name: "Stato" });
  const send = async (button: string) => {
    fireEvent.click(screen.getByRole("button", { name: button }));
    await waitFor(() => expect(asked).toHaveLength(1));
    return asked.pop()?.url.searchParams.get("columns");
  };
  expect(await send("Esporta 3 colonne")).toBe("name,number,state");
  fireEvent.click(screen.getByRole("button", { name: "Nessuna" }));
  expect(screen.getByText("Scegli almeno una colonna.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Tutte" }));
  expect(await send("Esporta 3 colonne")).toBe("number,name,state");
  fireEvent.click(screen.getByRole("button", { name: "Nessuna" }));
  fireEvent.click(screen.getByRole("button", { name: "Come a schermo" }));
  expect(await send("Esporta 3 colonne")).toBe("name,number,state");
});
