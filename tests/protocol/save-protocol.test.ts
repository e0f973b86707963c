import { notifyManager } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NO_SCORES } from "@/contract/evaluation/weights";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { PROJECT_FORM, type Values, valuesOf } from "@/lib/draft/project-form";
import { SCORE_FORM, type ScoreValues } from "@/lib/draft/score-form";
import type { MemberInHand } from "@/lib/draft/team-member";
import { runs, times } from "@/tests/support/attack";
import { type Act, Broken, breathe, saveWorld } from "./save-world";
import type { User } from "./save-world-types";

const APPLICATION: User<Values, MemberInHand> = {
  form: PROJECT_FORM,
  empty: valuesOf(EMPTY_PROJECT),
  fields: ["nome", "idea"],
  text: (_, tab, n) => `${tab}: ${n}`,
  asks: true,
  givenUp: (conflict) => conflict,
};

const SCORE_SHEET: User<ScoreValues> = {
  form: SCORE_FORM,
  empty: { ...NO_SCORES, note: "" },
  fields: ["note", "impact"],
  text: (field, tab, n) => (field === "note" ? `${tab}: ${n}` : n % 11),
  asks: false,
  // The conflict dialog of the score form is about the whole form: the other window's scores replace all unsaved
  // fields.
  givenUp: (_, unsaved) => unsaved,
};

const INTERLEAVINGS = times(10_000);

/** How often each event occurs in a simulation, relative to the other events. */
const OFTEN: Record<Act, number> = {
  type: 5,
  undo: 1,
  autosave: 5,
  save: 2,
  retry: 2,
  deliver: 4,
  arrive: 1,
  loseRequest: 2,
  loseAnswer: 2,
  giveUp: 2,
  arriveLate: 2,
  askState: 1,
  getState: 1,
  choose: 2,
  leave: 1,
  reload: 1,
  answerOffer: 2,
};
const EVERYTHING = Object.entries(OFTEN).flatMap(([act, times]) =>
  Array<Act>(times).fill(act as Act),
);

type Step = { tab: number; act: Act; field: number; yes: boolean };

function stepsOf(acts: Act[], length: number): fc.Arbitrary<Step[]> {
  const step = fc.record({
    tab: fc.nat({ max: 2 }),
    act: fc.constantFrom(...acts),
    field: fc.nat({ max: 1 }),
    yes: fc.boolean(),
  });
  return fc.array(step, { minLength: 4, maxLength: length, size: "max" });
}

type World<V extends object, H> = ReturnType<typeof saveWorld<V, H>>;

async function play<V extends object, H>(
  { fields }: User<V, H>,
  world: World<V, H>,
  steps: Step[],
  after: () => void = () => {},
) {
  for (const { tab, act, field, yes } of steps) {
    const chosen = world.tabs[tab % world.tabs.length]!;
    world.acts[act](chosen, fields[field]!, yes);
    await breathe();
    after();
  }
}

beforeEach(() => {
  // Fake the timers, because the simulation triggers each timer itself.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  notifyManager.setScheduler(queueMicrotask);
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Defines the tests of the save protocol for one form: random sequences of events in several tabs lose no text.
 *
 * @param never events that cannot happen in this form
 */
function prove<V extends object, H>(name: string, user: User<V, H>, never: readonly Act[] = []) {
  const everything = EVERYTHING.filter((act) => !never.includes(act));

  test(
    `${name}: 10,000 interleavings of two or three tabs overwrite no unseen text and lose no typed text`,
    async () => {
      const total = { saved: 0, refused: 0, asked: 0, lost: 0 };
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 2, max: 3 }),
          stepsOf(everything, 28),
          async (n, steps) => {
            const world = saveWorld(user, n);
            await play(user, world, steps);
            await world.comeToRest();
            vi.clearAllTimers();
            for (const name of Object.keys(total) as (keyof typeof total)[])
              total[name] += world.counts[name];
          },
        ),
        runs(10_000),
      );
      console.info(
        `${name}, ${INTERLEAVINGS} interleavings: ${total.saved} saves stored, ${total.refused} refused for their version, ${total.lost} requests or answers lost, ${total.asked} questions answered; 0 overwritten unseen, 0 lost`,
      );
      // The simulation is valid only if saves, refusals, conflict dialogs, and lost requests all occurred often enough.
      expect(Math.min(...Object.values(total))).toBeGreaterThan(INTERLEAVINGS / 10);
    },
    times(120_000),
  );

  test(`${name}: the check fails on a server that ignores If-Match`, async () => {
    const check = fc.check(
      fc.asyncProperty(stepsOf(everything, 40), async (steps) => {
        const world = saveWorld(user, 2, { heedsIfMatch: false });
        await play(user, world, steps);
        await world.comeToRest();
      }),
      { numRuns: 2000, endOnFailure: true },
    );
    const { failed, errorInstance } = await check;
    expect(failed).toBe(true);
    expect(errorInstance).toBeInstanceOf(Broken);
  });

  test(`${name}: a user with a single tab is never asked about the user's own text`, async () => {
    const alone = everything.filter((act) => act !== "reload" && act !== "answerOffer");
    await fc.assert(
      fc.asyncProperty(stepsOf(alone, 40), async (steps) => {
        const world = saveWorld(user, 1);
        await play(user, world, steps, () => {
          if (world.tabs[0]!.draft.snapshot().conflict)
            throw new Broken("asked about text nobody else has touched");
        });
        await world.comeToRest();
        vi.clearAllTimers();
      }),
      { numRuns: 2000 },
    );
  }, 60_000);
}

describe("the protocol of saves", () => {
  prove("the application", APPLICATION);
  // The score form has no Save button, no steps, and offers no unsaved text.
  prove("the score sheet", SCORE_SHEET, ["save", "leave", "answerOffer"]);
});
