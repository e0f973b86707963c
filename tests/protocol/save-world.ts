import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/api/error";
import { type FieldOf, fieldsIn } from "@/lib/draft/form";
import { heldIn } from "@/lib/draft/server";
import type { LocalChanges, ServerSnapshot } from "@/lib/draft/state";
import { createDraft } from "@/lib/draft/store";
import { formModel } from "@/tests/support/people/save-model";
import type { Flight, Tab, User } from "./save-world-types";

/** Maximum number of rounds after which all open requests and dialogs must be answered. */
const ROUNDS = 40;

/** A violation of the save protocol, such as lost text. The message describes what the user would notice. */
export class Broken extends Error {}

const READ = { queryKey: ["form"] };

/**
 * Simulates several tabs with the site's own save code and one server. Each request and response waits until the test
 * delivers, loses, or delays it.
 */
export function saveWorld<V extends object, H>(
  user: User<V, H>,
  tabCount: number,
  options: { heedsIfMatch?: boolean } = {},
) {
  const { form, fields } = user;
  const model = formModel(user.empty, options);
  const server = {
    read: (): ServerSnapshot<V> => ({ ...structuredClone(model.read()), savedAt: null }),
    save: model.save,
  };
  const flights: Flight<V, H>[] = [];
  /** Every text that the server has ever stored, by field. */
  const stored = textsOf();
  const counts = { saved: 0, refused: 0, asked: 0, lost: 0 };
  let words = 0;
  const tabs = Array.from({ length: tabCount }, (_, n) => openTab(`tab ${n + 1}`, { copies: [] }));

  function textsOf() {
    return new Map(fields.map((field) => [field, new Set<unknown>([user.empty[field]])]));
  }

  function openTab(name: string, kept: { copies: LocalChanges<V, H>[] }): Tab<V, H> {
    const queries = new QueryClient();
    const held = heldIn(queries, READ, (word: ServerSnapshot<V>) => word, server.read());
    const tab: Tab<V, H> = {
      name,
      queries,
      kept,
      seen: textsOf(),
      typed: new Map(),
      read: null,
      draft: createDraft(form, {
        server: {
          ...held,
          async send(body, { version, values }) {
            const answer = await new Promise<ServerSnapshot<V>>((resolve, reject) => {
              flights.push({
                tab,
                body: structuredClone(body),
                ifMatch: version,
                answer: null,
                settle: { resolve, reject },
              });
            });
            // Update the query cache as the form's pages do: keep newer data, otherwise store the saved fields.
            return held.put((known) =>
              known.version > answer.version ? known : { ...answer, values },
            );
          },
          refused: async ({ current }) => held.put(() => current as ServerSnapshot<V>),
        },
        onSaved: () => {},
        copy: {
          read: () => structuredClone(kept.copies),
          write: (copies) => {
            kept.copies = structuredClone(copies);
          },
        },
      }),
    };
    tab.draft.subscribe(() => look(tab));
    tab.draft.start();
    if (!user.asks) tab.draft.takeOffered(true);
    look(tab);
    return tab;
  }

  /** Records the texts that a tab shows: the form's texts, and both versions in an open conflict dialog. */
  function look(tab: Tab<V, H>) {
    const { values, stored, conflict } = tab.draft.snapshot();
    for (const field of fields) {
      tab.seen.get(field)?.add(values[field]);
      if (conflict?.includes(field)) tab.seen.get(field)?.add(stored[field]);
    }
  }

  /** Delivers a save request. Fails if the request overwrites a text that the tab has never shown. */
  function arrive(flight: Flight<V, H>) {
    if (flight.answer) return;
    const before = server.read().values;
    const isStored = server.save(flight.body, flight.ifMatch);
    flight.answer = { stored: isStored, word: server.read() };
    if (!isStored) {
      counts.refused += 1;
      return;
    }
    counts.saved += 1;
    for (const field of fields) {
      const now = server.read().values[field];
      if (now === before[field]) continue;
      if (!flight.tab.seen.get(field)?.has(before[field])) {
        throw new Broken(
          `${flight.tab.name} wrote "${now}" over "${before[field]}" (${field}), which it never showed`,
        );
      }
      stored.get(field)?.add(now);
    }
  }

  function end(flight: Flight<V, H>, error?: ApiError) {
    const { settle, answer } = flight;
    flight.settle = null;
    if (!settle) return;
    if (error || !answer) settle.reject(error ?? new ApiError("network", 0));
    else if (answer.stored) settle.resolve(answer.word);
    else settle.reject(new ApiError("version_conflict", 412, { current: answer.word }));
  }

  function write(tab: Tab<V, H>, field: FieldOf<V>, text: V[FieldOf<V>]) {
    tab.draft.change({ [field]: text } as unknown as Partial<V>);
  }

  const open = (tab: Tab<V, H>) => flights.find((flight) => flight.tab === tab && flight.settle);

  const acts = {
    /** Types a unique text that replaces the field's present text. */
    type(tab: Tab<V, H>, field: FieldOf<V>) {
      const text = user.text(field, tab.name, ++words);
      tab.typed.set(field, text);
      write(tab, field, text);
    },
    /** Restores a field's text from the last server state that the tab received. */
    undo(tab: Tab<V, H>, field: FieldOf<V>) {
      const { stored } = tab.draft.snapshot();
      tab.typed.set(field, stored[field]);
      write(tab, field, stored[field]);
    },
    /** Ends the pause after typing, which triggers an automatic save. */
    autosave: (tab: Tab<V, H>) => void tab.draft.settle(),
    save: (tab: Tab<V, H>) => void tab.draft.save(),
    retry: (tab: Tab<V, H>) => void tab.draft.retry(),
    /** Delivers the tab's request to the server, and the server's response to the tab. */
    deliver(tab: Tab<V, H>) {
      const flight = open(tab);
      if (flight) {
        arrive(flight);
        end(flight);
      }
    },
    /** Delivers the tab's request to the server, but not yet the response. */
    arrive(tab: Tab<V, H>) {
      const flight = open(tab);
      if (flight) arrive(flight);
    },
    loseRequest(tab: Tab<V, H>) {
      const flight = open(tab);
      if (!flight || flight.answer) return;
      counts.lost += 1;
      flights.splice(flights.indexOf(flight), 1);
      end(flight, new ApiError("network", 0));
    },
    loseAnswer(tab: Tab<V, H>) {
      const flight = open(tab);
      if (!flight) return;
      counts.lost += 1;
      arrive(flight);
      end(flight, new ApiError("bad_answer", 200));
    },
    /** Simulates a timeout in the tab. The request reaches the server later. */
    giveUp(tab: Tab<V, H>) {
      const flight = open(tab);
      if (flight) end(flight, new ApiError("network", 0));
    },
    arriveLate(tab: Tab<V, H>) {
      const late = flights.find((flight) => flight.tab === tab && !flight.settle && !flight.answer);
      if (late) arrive(late);
    },
    /** Reads the form's state from the server. The state can be outdated when the response arrives. */
    askState(tab: Tab<V, H>) {
      tab.read = server.read();
    },
    getState(tab: Tab<V, H>) {
      if (tab.read) tab.queries.setQueryData(READ.queryKey, tab.read);
    },
    choose(tab: Tab<V, H>, _: FieldOf<V>, mine: boolean) {
      const { conflict, unsaved } = tab.draft.snapshot();
      if (!conflict) return;
      counts.asked += 1;
      const theirs = mine ? [] : user.givenUp(conflict, unsaved);
      for (const field of theirs) tab.typed.delete(field);
      void tab.draft.resolve(theirs);
    },
    /** Leaves the form's step, which triggers an immediate save. */
    leave: (tab: Tab<V, H>) => void tab.draft.settle(),
    /** Reloads the tab. Unsaved text from before the reload is offered or restored. */
    reload(tab: Tab<V, H>) {
      for (const flight of flights) if (flight.tab === tab) flight.settle = null;
      tab.draft.stop();
      const fresh = openTab(tab.name, tab.kept);
      for (const flight of flights) if (flight.tab === tab) flight.tab = fresh;
      for (const field of fields)
        for (const text of tab.seen.get(field) ?? []) fresh.seen.get(field)?.add(text);
      for (const [field, text] of tab.typed) fresh.typed.set(field, text);
      tabs[tabs.indexOf(tab)] = fresh;
    },
    answerOffer(tab: Tab<V, H>, _: FieldOf<V>, take: boolean) {
      const { offered } = tab.draft.snapshot();
      if (!offered) return;
      if (!take) for (const field of fieldsIn(offered.mine)) tab.typed.delete(field);
      tab.draft.takeOffered(take);
    },
  };

  /**
   * Delivers all requests and answers all dialogs until none is open. Then fails if a tab shows other values than the
   * stored ones, or if a text that a user typed and did not discard was never stored.
   */
  async function comeToRest() {
    for (let round = 0; ; round++) {
      for (const flight of [...flights]) if (!flight.answer) arrive(flight);
      for (const flight of [...flights]) end(flight);
      flights.length = 0;
      await breathe();
      let busy = false;
      for (const tab of [...tabs]) {
        const { offered, conflict, unsaved, autosave } = tab.draft.snapshot();
        if (conflict) acts.choose(tab, fields[0], round % 2 === 0);
        else if (offered) acts.answerOffer(tab, fields[0], true);
        else if (unsaved.length > 0 || autosave.kind === "failed")
          acts[user.asks ? "save" : "autosave"](tab);
        else if (autosave.kind === "waiting") acts.autosave(tab);
        else continue;
        busy = true;
        await breathe();
      }
      if (!busy && flights.length === 0) break;
      if (round > ROUNDS) throw new Broken("it never comes to rest");
    }
    const { values: project, version: projectVersion } = server.read();
    for (const tab of tabs) {
      const { version, values } = tab.draft.snapshot();
      if (version === projectVersion && fields.some((field) => values[field] !== project[field]))
        throw new Broken(`${tab.name} takes for saved what is not`);
      tab.queries.setQueryData(READ.queryKey, server.read());
    }
    await breathe();
    for (const tab of tabs) {
      for (const field of form.fields) {
        const shown = tab.draft.snapshot().values[field];
        if (JSON.stringify(shown) !== JSON.stringify(project[field]))
          throw new Broken(`${tab.name} shows ${field} other than it is stored`);
      }
      for (const [field, text] of tab.typed) {
        if (tabs.length === 1 && project[field] !== text)
          throw new Broken(`"${project[field]}" stands where "${text}" was the last word`);
        if (!stored.get(field)?.has(text)) throw new Broken(`"${text}" was typed and never stored`);
      }
      tab.draft.stop();
    }
  }

  return { tabs, acts, comeToRest, counts, server };
}

/** Runs all callbacks that are already queued. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export type Act = keyof ReturnType<typeof saveWorld>["acts"];
