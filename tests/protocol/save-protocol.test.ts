import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Act, Broken, breathe, FIELDS, saveWorld } from "./save-world";

const INTERLEAVINGS = 10_000;

/** Every act as often as it stands here for one of the others. */
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
  proceed: 1,
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
    field: fc.nat({ max: FIELDS.length - 1 }),
    yes: fc.boolean(),
  });
  return fc.array(step, { minLength: 4, maxLength: length, size: "max" });
}

type World = ReturnType<typeof saveWorld>;

async function play(world: World, steps: Step[], after: () => void = () => {}) {
  for (const { tab, act, field, yes } of steps) {
    const chosen = world.tabs[tab % world.tabs.length]!;
    world.acts[act](chosen, FIELDS[field]!, yes);
    await breathe();
    after();
  }
}

beforeEach(() => {
  // The pauses are acts of the test: no clock runs by itself.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the protocol of saves", () => {
  test("in 10,000 interleavings of two or three tabs nothing is overwritten unseen, nothing typed is lost", async () => {
    const total = { saved: 0, refused: 0, asked: 0, lost: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 3 }),
        stepsOf(EVERYTHING, 28),
        async (n, steps) => {
          const world = saveWorld(n);
          await play(world, steps);
          await world.comeToRest();
          vi.clearAllTimers();
          for (const name of Object.keys(total) as (keyof typeof total)[])
            total[name] += world.counts[name];
        },
      ),
      { numRuns: INTERLEAVINGS },
    );
    console.info(
      `${INTERLEAVINGS} interleavings: ${total.saved} saves stored, ${total.refused} refused for their version, ${total.lost} requests or answers lost, ${total.asked} questions answered; 0 overwritten unseen, 0 lost`,
    );
    // It has to have been about something.
    expect(Math.min(...Object.values(total))).toBeGreaterThan(INTERLEAVINGS / 10);
  }, 120_000);

  test("the proof fails on a server that does not heed If-Match", async () => {
    const check = fc.check(
      fc.asyncProperty(stepsOf(EVERYTHING, 40), async (steps) => {
        const world = saveWorld(2, { heedsIfMatch: false });
        await play(world, steps);
        await world.comeToRest();
      }),
      { numRuns: 2000, endOnFailure: true },
    );
    const { failed, errorInstance } = await check;
    expect(failed).toBe(true);
    expect(errorInstance).toBeInstanceOf(Broken);
  });

  test("somebody who writes in one tab alone is never asked about their own text", async () => {
    const alone = EVERYTHING.filter((act) => act !== "reload" && act !== "answerOffer");
    await fc.assert(
      fc.asyncProperty(stepsOf(alone, 40), async (steps) => {
        const world = saveWorld(1);
        await play(world, steps, () => {
          if (world.tabs[0]!.draft.snapshot().conflict)
            throw new Broken("asked about text nobody else has touched");
        });
        await world.comeToRest();
        vi.clearAllTimers();
      }),
      { numRuns: 2000 },
    );
  }, 60_000);
});
