import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EMPTY_PROJECT, type ProjectAnswer } from "@/contract/project/project-schemas";
import { saveModel } from "@/tests/support/people/save-model";
import { ApiError } from "../api/error";
import {
  type Changes,
  PROJECT_FORM,
  type ProjectChanges,
  snapshotOf,
  type Values,
  valuesOf,
} from "./project-form";
import { heldIn, type SaveRequest } from "./server";
import { createDraft } from "./store";

const BLANK = saveModel().read();

function answerWith(projectVersion: number, changes: Changes = {}): ProjectAnswer {
  return { ...BLANK, projectVersion, project: { ...EMPTY_PROJECT, ...changes } };
}

type Request = Pick<SaveRequest<Values>, "version" | "explicit">;

/** A fake server with one application that rejects old versions, as the contract requires. */
function serverOf(version = 1, fields: Changes = {}) {
  const server = {
    version,
    fields,
    running: 0,
    most: 0,
    bodies: [] as Changes[],
    slow: 0,
    fault: "",
  };
  const store = (body: Changes) => {
    server.bodies.push(body);
    server.fields = { ...server.fields, ...body };
    server.version++;
  };
  const send = vi.fn(async (body: Changes, request: Request): Promise<ProjectAnswer> => {
    server.most = Math.max(server.most, ++server.running);
    if (server.slow) await new Promise((resolve) => setTimeout(resolve, server.slow));
    server.running--;
    if (server.fault === "request lost") throw new ApiError("network", 0);
    if (server.fault === "arrives late") {
      setTimeout(() => void (request.version === server.version && store(body)), 2000);
      throw new ApiError("network", 0);
    }
    if (server.fault === "outage") throw new ApiError("unavailable", 503);
    if (request.version !== server.version)
      throw new ApiError("version_conflict", 412, {
        current: answerWith(server.version, server.fields),
      });
    store(body);
    if (server.fault === "answer lost") throw new ApiError("network", 0);
    return answerWith(server.version, server.fields);
  });
  return Object.assign(server, { send });
}

const READ = { queryKey: ["project"] };

function draftOn(server: ReturnType<typeof serverOf>, copy: ProjectChanges | null = null) {
  const kept = { copies: copy ? [copy] : [] };
  const told = { saved: vi.fn(), taken: vi.fn() };
  const queries = new QueryClient();
  const held = heldIn(queries, READ, snapshotOf, answerWith(server.version, server.fields));
  const draft = createDraft(PROJECT_FORM, {
    server: {
      ...held,
      async send(body, { version, explicit }) {
        const answer = await server.send(body, { version, explicit });
        return held.put(() => answer);
      },
      refused: async ({ current }) => held.put(() => current as ProjectAnswer),
    },
    onSaved: told.saved,
    onTaken: told.taken,
    copy: { read: () => kept.copies, write: (copies) => void Object.assign(kept, { copies }) },
  });
  return { draft, kept, told, queries };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("typing is saved once, 1.5 s after it stops, with the version it builds on", async () => {
  const server = serverOf(4);
  const { draft } = draftOn(server);
  draft.change({ nome: "Fi" });
  await vi.advanceTimersByTimeAsync(1000);
  draft.change({ nome: "Filò" });
  await vi.advanceTimersByTimeAsync(1499);
  expect(server.send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(server.send).toHaveBeenCalledExactlyOnceWith(
    { nome: "Filò" },
    { version: 4, explicit: false },
  );
  expect(draft.snapshot()).toMatchObject({ unsaved: [], version: 5, autosave: { kind: "saved" } });
});

test("saves never overlap, and Save waits for the running save", async () => {
  const server = serverOf();
  server.slow = 800;
  const { draft, told } = draftOn(server);
  draft.change({ nome: "Filò" });
  await vi.advanceTimersByTimeAsync(1600);
  draft.change({ idea: "Un’etichetta" });
  const saved = draft.save();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await saved).toBe(true);
  expect(server.most).toBe(1);
  expect(server.bodies[0]).toEqual({ nome: "Filò" });
  expect(Object.keys(server.bodies[1] ?? {})).toHaveLength(21);
  expect(told.saved.mock.calls.flat()).toEqual([false, true]);
});

test("an invalid field is left out of the save and kept in the tab", async () => {
  const server = serverOf();
  const { draft, kept } = draftOn(server);
  draft.change({ nome: "Filò", anno_costituzione: "20225" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(server.bodies).toEqual([{ nome: "Filò" }]);
  expect(draft.snapshot().problems).toEqual({ anno_costituzione: "invalid_year" });
  expect(kept.copies.at(-1)?.mine).toEqual({ anno_costituzione: "20225" });
  draft.change({ anno_costituzione: "2025" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(kept.copies.at(-1)?.mine).toEqual({});
});

test("a field the server refuses is marked, and the others are saved", async () => {
  const server = serverOf();
  const { draft } = draftOn(server);
  server.send.mockRejectedValueOnce(
    new ApiError("invalid_fields", 422, { fields: { nome: "too_long" } }),
  );
  draft.change({ nome: "Filò", idea: "testo" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(server.bodies).toEqual([{ idea: "testo" }]);
  expect(draft.snapshot()).toMatchObject({ unsaved: ["nome"], problems: { nome: "too_long" } });
});

test("while offline the text waits, and is saved when the next retry succeeds", async () => {
  const server = serverOf();
  const { draft } = draftOn(server);
  server.send.mockRejectedValueOnce(new ApiError("network", 0));
  draft.change({ nome: "Filò" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(draft.snapshot().autosave).toMatchObject({ kind: "failed", error: { code: "network" } });
  await vi.advanceTimersByTimeAsync(4000);
  expect(server.fields).toEqual({ nome: "Filò" });
});

test("another window's change to a different field is merged without a question", async () => {
  const server = serverOf(1);
  const { draft, told } = draftOn(server);
  Object.assign(server, { version: 2, fields: { obiettivi: "dall’altra finestra" } });
  draft.change({ nome: "Filò" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(told.taken).toHaveBeenCalledWith(["obiettivi"]);
  expect(server.fields).toEqual({ obiettivi: "dall’altra finestra", nome: "Filò" });
  expect(draft.snapshot()).toMatchObject({ conflict: null, unsaved: [] });
});

test("a field changed in two windows is an edit conflict, and no text is overwritten before the decision", async () => {
  const server = serverOf(1, { nome: "Filò" });
  const { draft } = draftOn(server);
  Object.assign(server, { version: 2, fields: { nome: "Filò due", idea: "loro" } });
  draft.change({ nome: "Filò uno" });
  const saved = draft.save();
  await vi.advanceTimersByTimeAsync(0);
  expect(await saved).toBe(false);
  expect(server.fields.nome).toBe("Filò due");
  expect(draft.snapshot()).toMatchObject({ conflict: ["nome"], values: { nome: "Filò uno" } });
  const resolved = draft.resolve([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(await resolved).toBe(true);
  expect(server.fields).toMatchObject({ nome: "Filò uno", idea: "loro" });
});

test("choosing the stored text of a conflict writes nothing over it", async () => {
  const server = serverOf(1, { nome: "Filò" });
  const { draft } = draftOn(server);
  Object.assign(server, { version: 2, fields: { nome: "Filò due" } });
  draft.change({ nome: "Filò uno" });
  await vi.advanceTimersByTimeAsync(1500);
  await draft.resolve(["nome"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.version).toBe(2);
  expect(draft.snapshot()).toMatchObject({ values: { nome: "Filò due" }, unsaved: [] });
});

test("an expired session keeps the text, and the save is retried after signing in", async () => {
  const server = serverOf();
  const { draft, kept } = draftOn(server);
  server.send.mockRejectedValueOnce(new ApiError("not_authenticated", 401));
  draft.change({ nome: "Filò" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.bodies).toEqual([]);
  expect(kept.copies.at(-1)?.mine).toEqual({ nome: "Filò" });
  const repeated = draft.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(await repeated).toBe(true);
  expect(server.fields).toEqual({ nome: "Filò" });
});

test("text from before a reload is offered back, and accepting it saves it", async () => {
  const server = serverOf(1, { nome: "Filò" });
  const copy = { mine: { nome: "Filò nuovo" }, base: { nome: "Filò" }, inHand: null };
  const { draft } = draftOn(server, copy);
  draft.start();
  expect(draft.snapshot().offered?.mine).toEqual({ nome: "Filò nuovo" });
  expect(draft.snapshot().values.nome).toBe("Filò");
  draft.takeOffered(true);
  await vi.advanceTimersByTimeAsync(1500);
  expect(server.fields.nome).toBe("Filò nuovo");
});

test("a closed tab's text is offered once, in addition to the tab's own text", async () => {
  const server = serverOf(1, { nome: "Filò" });
  const known = { mine: { nome: "Filò nuovo" }, base: { nome: "Filò" }, inHand: null };
  const { draft, kept } = draftOn(server, known);
  draft.change({ impatto: "qui" });
  const left = { nome: "Filò nuovo", idea: "in treno", impatto: "qui" };
  draft.offerMore([{ mine: left, base: { nome: "Filò", idea: "", impatto: "" }, inHand: null }]);
  expect(draft.snapshot().offered?.mine).toEqual({ nome: "Filò nuovo", idea: "in treno" });
  expect(kept.copies).toContainEqual(draft.snapshot().offered);
  draft.offerMore([{ mine: { idea: "in tram" }, base: { idea: "" }, inHand: null }]);
  draft.takeOffered(true);
  expect(draft.snapshot().offered?.mine).toEqual({ idea: "in tram" });
});

test("an answer older than the tab's own save is ignored", async () => {
  const server = serverOf(3);
  const { draft, queries } = draftOn(server);
  draft.start();
  draft.change({ nome: "Filò" });
  await vi.advanceTimersByTimeAsync(1500);
  queries.setQueryData(READ.queryKey, answerWith(3));
  await vi.advanceTimersByTimeAsync(0);
  expect(draft.snapshot().stored).toEqual({ ...valuesOf(EMPTY_PROJECT), nome: "Filò" });
  queries.setQueryData(READ.queryKey, answerWith(5, { nome: "Filò", idea: "altrove" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(draft.snapshot()).toMatchObject({ version: 5, values: { idea: "altrove" } });
});

test("a Save whose answer was lost is reported once, and not sent a second time", async () => {
  const server = serverOf();
  const { draft, told } = draftOn(server);
  draft.change({ nome: "Filò" });
  const send = server.send.getMockImplementation()!;
  server.send.mockImplementationOnce(async (...given) => {
    await send(...given);
    throw new ApiError("network", 0);
  });
  const saved = draft.save();
  await vi.advanceTimersByTimeAsync(0);
  expect(await saved).toBe(false);
  await vi.advanceTimersByTimeAsync(4000);
  expect(server.version).toBe(2);
  expect(told.saved).toHaveBeenCalledExactlyOnceWith(true);
  expect(draft.snapshot()).toMatchObject({ version: 2, stored: { nome: "Filò" } });
  expect(draft.snapshot()).toMatchObject({ unsaved: [], autosave: { kind: "saved" } });
});

test("an undo after a lost answer is saved, because the server can have stored the undone text", async () => {
  const server = serverOf(1, { nome: "Filò" });
  const { draft } = draftOn(server);
  const send = server.send.getMockImplementation()!;
  server.send.mockImplementationOnce(async (...given) => {
    await send(...given);
    throw new ApiError("bad_answer", 200);
  });
  draft.change({ nome: "Filò due" });
  await vi.advanceTimersByTimeAsync(1500);
  draft.change({ nome: "Filò" });
  expect(draft.snapshot().unsaved).toEqual(["nome"]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(server.fields.nome).toBe("Filò");
  expect(draft.snapshot()).toMatchObject({ unsaved: [], conflict: null });
});

const FIELDS = ["nome", "idea"] as const;
const TEXTS = ["", "a", "b", "Filò", "Filò ", "è\u0301 🚀"] as const;
const FAULTS = ["", "", "request lost", "answer lost", "arrives late", "outage"] as const;

/** An action of a person or an event of the connection, with the milliseconds until the next step. */
const step = fc.record({
  at: fc.constantFrom(0, 1),
  act: fc.oneof(
    fc.record({ field: fc.constantFrom(...FIELDS), text: fc.constantFrom(...TEXTS) }),
    fc.record({ field: fc.constantFrom(...FIELDS), text: fc.constantFrom(...TEXTS) }),
    fc.record({ fault: fc.constantFrom(...FAULTS), slow: fc.constantFrom(0, 40, 3000) }),
    fc.constantFrom("save" as const, "theirs" as const, "mine" as const),
  ),
  wait: fc.constantFrom(0, 0, 30, 700, 1600, 5000),
});

test("two windows with random edits, delays, and faults lose no text and end equal", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const server = serverOf();
      const windows = [draftOn(server), draftOn(server)].map(({ draft, told }) => ({
        draft,
        told,
        typed: {} as Changes,
        known: new Set<string>(),
      }));
      /**
       * Text that a person typed stays, unless the person decided otherwise or the page reported a change in another
       * window.
       */
      const look = () => {
        for (const { draft, told, typed, known } of windows) {
          for (const fields of told.taken.mock.calls.splice(0).flat(2)) known.add(`${fields}`);
          for (const field of FIELDS) {
            if (field in typed && !known.has(field))
              expect(draft.snapshot().values[field]).toBe(typed[field]);
          }
        }
      };
      const decide = async (one: (typeof windows)[number], theirs: boolean) => {
        const conflict = one.draft.snapshot().conflict ?? [];
        if (conflict.length === 0) return;
        if (theirs) for (const field of conflict) delete one.typed[field as keyof Changes];
        void one.draft.resolve(theirs ? conflict : []);
        await vi.advanceTimersByTimeAsync(0);
      };
      for (const { at, act, wait } of steps) {
        const one = windows[at] as (typeof windows)[number];
        if (act === "save") void one.draft.save();
        else if (typeof act === "string") await decide(one, act === "theirs");
        else if ("fault" in act) Object.assign(server, act);
        else {
          one.known.delete(act.field);
          one.typed[act.field] = act.text;
          one.draft.change({ [act.field]: act.text });
        }
        look();
        await vi.advanceTimersByTimeAsync(wait);
        look();
      }
      Object.assign(server, { fault: "", slow: 0 });
      for (let round = 0; round < 4; round++) {
        for (const one of windows) {
          await decide(one, false);
          void one.draft.save();
          await vi.advanceTimersByTimeAsync(60_000);
          look();
        }
      }
      for (const { draft } of windows) {
        expect(draft.snapshot()).toMatchObject({ conflict: null, unsaved: [] });
        for (const field of FIELDS)
          expect(draft.snapshot().stored[field]).toBe((server.fields[field] ?? "").trim());
      }
      expect(server.most).toBeLessThanOrEqual(windows.length);
    }),
    { numRuns: 300 },
  );
});
