import { createDraft, type Draft } from "@/components/application/draft-store";
import { type Changes, SAVED_FIELDS, type SavedField } from "@/components/application/draft-values";
import type { TabCopy } from "@/components/application/tab-copy";
import type { ProjectAnswer, SaveReport } from "@/contract/project-schemas";
import { ApiError } from "@/lib/api/error";
import { type SaveAnswer, saveModel } from "@/tests/support/save-model";

/** The two fields that everybody writes: few, so that they meet. */
export const FIELDS = ["nome", "idea"] as const;
export type Field = (typeof FIELDS)[number];

const AT = "2026-08-20T10:00:00.000Z";
/** Rounds in which everything that is under way has to have come to rest. */
const ROUNDS = 40;

type Flight = {
  tab: Tab;
  body: Changes;
  ifMatch: number;
  /** The server's answer, once the request has arrived there. */
  answer: SaveAnswer | null;
  /** Ends the tab's call; null once it has ended, whatever is still on the way. */
  settle: { resolve: (report: SaveReport) => void; reject: (error: ApiError) => void } | null;
};

type Tab = {
  name: string;
  draft: Draft;
  kept: { copies: TabCopy[] };
  /** Texts that this tab has shown, by field: typed in it, stood in the form, or in the question. */
  seen: Record<Field, Set<string>>;
  /** The newest text typed into each field that nobody has decided about yet. */
  typed: Map<Field, string>;
  read: ProjectAnswer | null;
};

/** What went wrong, in the words a person would use. */
export class Broken extends Error {}

/**
 * Tabs with the site's own code for saves, one server, and between them a line on which every request
 * and every answer waits until the test moves it, loses it, or lets it come late.
 */
export function saveWorld(tabCount: number, options: { heedsIfMatch?: boolean } = {}) {
  const server = saveModel(options);
  const flights: Flight[] = [];
  /** Every text that a field has ever held on the server. */
  const stored: Record<Field, Set<string>> = { nome: new Set([""]), idea: new Set([""]) };
  const counts = { saved: 0, refused: 0, asked: 0, lost: 0 };
  let words = 0;
  const tabs = Array.from({ length: tabCount }, (_, n) => openTab(`tab ${n + 1}`, { copies: [] }));

  function openTab(name: string, kept: { copies: TabCopy[] }): Tab {
    const tab: Tab = {
      name,
      kept,
      seen: { nome: new Set([""]), idea: new Set([""]) },
      typed: new Map(),
      read: null,
      draft: createDraft({
        answer: server.read(),
        send: (body, { version }) =>
          new Promise((resolve, reject) => {
            flights.push({
              tab,
              body: structuredClone(body),
              ifMatch: version,
              answer: null,
              settle: { resolve, reject },
            });
          }),
        load: async () => server.read(),
        onSaved: () => {},
        onStored: () => {},
        onTaken: () => {},
        copy: {
          read: () => structuredClone(kept.copies),
          write: (copies) => {
            kept.copies = structuredClone(copies);
          },
        },
      }),
    };
    tab.draft.subscribe(() => look(tab));
    tab.draft.lookBack();
    look(tab);
    return tab;
  }

  /** Notes what the tab shows now: the form, and both sides of an open question. */
  function look(tab: Tab) {
    const { values, base, conflict } = tab.draft.snapshot();
    for (const field of FIELDS) {
      tab.seen[field].add(values[field]);
      if (conflict?.includes(field)) tab.seen[field].add(base[field]);
    }
  }

  /** The request arrives. Whatever it overwrites, its tab must have shown. */
  function arrive(flight: Flight) {
    if (flight.answer) return;
    const before = server.read().project;
    flight.answer = server.save(flight.body as never, flight.ifMatch);
    if (flight.answer.status === 412) {
      counts.refused += 1;
      return;
    }
    counts.saved += 1;
    for (const field of FIELDS) {
      const now = server.read().project[field];
      if (now === before[field]) continue;
      if (!flight.tab.seen[field].has(before[field])) {
        throw new Broken(
          `${flight.tab.name} wrote "${now}" over "${before[field]}" (${field}), which it never showed`,
        );
      }
      stored[field].add(now);
    }
  }

  function end(flight: Flight, error?: ApiError) {
    const { settle, answer } = flight;
    flight.settle = null;
    if (!settle) return;
    if (error || !answer) settle.reject(error ?? new ApiError("network", 0));
    else if (answer.status === 200) settle.resolve({ ...answer.report, projectSavedAt: AT });
    else settle.reject(new ApiError(answer.code, answer.status, { current: answer.current }));
  }

  const open = (tab: Tab) => flights.find((flight) => flight.tab === tab && flight.settle);

  const acts = {
    /** A person writes something that nobody has written before, on top of what stands there. */
    type(tab: Tab, field: Field) {
      const text = `${tab.name}: ${++words}`;
      tab.typed.set(field, text);
      tab.draft.change({ [field]: text });
    },
    /** A person takes back what they wrote: the field is as it was when the tab last heard of it. */
    undo(tab: Tab, field: Field) {
      const { base } = tab.draft.snapshot();
      tab.typed.set(field, base[field]);
      tab.draft.change({ [field]: base[field] });
    },
    /** The pause after typing is over. */
    autosave: (tab: Tab) => void tab.draft.settle(),
    save: (tab: Tab) => void tab.draft.save(),
    retry: (tab: Tab) => void tab.draft.retry(),
    /** The request of this tab arrives and is answered. */
    deliver(tab: Tab) {
      const flight = open(tab);
      if (flight) {
        arrive(flight);
        end(flight);
      }
    },
    /** It arrives, and its answer takes its time. */
    arrive(tab: Tab) {
      const flight = open(tab);
      if (flight) arrive(flight);
    },
    loseRequest(tab: Tab) {
      const flight = open(tab);
      if (!flight || flight.answer) return;
      counts.lost += 1;
      flights.splice(flights.indexOf(flight), 1);
      end(flight, new ApiError("network", 0));
    },
    loseAnswer(tab: Tab) {
      const flight = open(tab);
      if (!flight) return;
      counts.lost += 1;
      arrive(flight);
      end(flight, new ApiError("bad_answer", 200));
    },
    /** The tab gives up waiting while its request is still on the way, to arrive later. */
    giveUp(tab: Tab) {
      const flight = open(tab);
      if (flight) end(flight, new ApiError("network", 0));
    },
    arriveLate(tab: Tab) {
      const late = flights.find((flight) => flight.tab === tab && !flight.settle && !flight.answer);
      if (late) arrive(late);
    },
    /** The tab reads the application; the answer may come when it is old. */
    askState(tab: Tab) {
      tab.read = server.read();
    },
    getState(tab: Tab) {
      if (tab.read) tab.draft.adopt(tab.read);
    },
    choose(tab: Tab, _: Field, mine: boolean) {
      const { conflict } = tab.draft.snapshot();
      if (!conflict) return;
      counts.asked += 1;
      if (!mine) for (const field of conflict) tab.typed.delete(field as Field);
      void tab.draft.resolve(mine ? [] : conflict);
    },
    proceed: (tab: Tab) => tab.draft.hold(),
    /** The tab is loaded again: what was not saved is offered back. */
    reload(tab: Tab) {
      for (const flight of flights) if (flight.tab === tab) flight.settle = null;
      tab.draft.stop();
      const fresh = openTab(tab.name, tab.kept);
      for (const flight of flights) if (flight.tab === tab) flight.tab = fresh;
      for (const field of FIELDS) for (const text of tab.seen[field]) fresh.seen[field].add(text);
      for (const [field, text] of tab.typed) fresh.typed.set(field, text);
      tabs[tabs.indexOf(tab)] = fresh;
    },
    answerOffer(tab: Tab, _: Field, take: boolean) {
      const { offered } = tab.draft.snapshot();
      if (!offered) return;
      if (!take) for (const field of Object.keys(offered.mine)) tab.typed.delete(field as Field);
      tab.draft.takeOffered(take);
    },
  };

  /** Everything arrives, every question is answered: then nobody may miss anything. */
  async function comeToRest() {
    for (let round = 0; ; round++) {
      for (const flight of [...flights]) if (!flight.answer) arrive(flight);
      for (const flight of [...flights]) end(flight);
      flights.length = 0;
      await breathe();
      let busy = false;
      for (const tab of [...tabs]) {
        const { offered, conflict, unsaved, autosave } = tab.draft.snapshot();
        if (conflict) acts.choose(tab, "nome", round % 2 === 0);
        else if (offered) acts.answerOffer(tab, "nome", true);
        else if (unsaved.length > 0 || autosave.kind === "failed") acts.save(tab);
        else if (autosave.kind === "waiting") acts.autosave(tab);
        else continue;
        busy = true;
        await breathe();
      }
      if (!busy && flights.length === 0) break;
      if (round > ROUNDS) throw new Broken("it never comes to rest");
    }
    const { project, projectVersion } = server.read();
    for (const tab of tabs) {
      const { version, values } = tab.draft.snapshot();
      if (version === projectVersion && FIELDS.some((field) => values[field] !== project[field]))
        throw new Broken(`${tab.name} takes for saved what is not`);
      tab.draft.adopt(server.read());
    }
    for (const tab of tabs) {
      for (const field of SAVED_FIELDS as SavedField[]) {
        const shown = tab.draft.snapshot().values[field];
        if (JSON.stringify(shown) !== JSON.stringify(project[field]))
          throw new Broken(`${tab.name} shows ${field} other than it is stored`);
      }
      for (const [field, text] of tab.typed) {
        if (tabs.length === 1 && project[field] !== text)
          throw new Broken(`"${project[field]}" stands where "${text}" was the last word`);
        if (!stored[field].has(text)) throw new Broken(`"${text}" was typed and never stored`);
      }
      tab.draft.stop();
    }
  }

  return { tabs, acts, comeToRest, counts, server };
}

/** Lets everything run that waits for nothing but its turn. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export type Act = keyof ReturnType<typeof saveWorld>["acts"];
