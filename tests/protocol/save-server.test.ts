import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { NO_SCORES } from "@/contract/evaluation/weights";
import type { Draft } from "@/contract/project/project-schemas";
import { bodyOf, type ScoreValues } from "@/lib/draft/score-form";
import { runs, times } from "@/tests/support/attack";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { formModel, saveModel } from "@/tests/support/people/save-model";
import { testBackend } from "@/tests/support/servers/backend";

const SEQUENCES = times(300);

const { api, makeUser, makeEdition } = await testBackend();
beforeAll(async () => {
  await makeEdition();
});

const text = fc.constantFrom("", "Filò", "Filò due", "Un’etichetta tessuta");
const body = fc.record({ nome: text, idea: text, obiettivi: text }, { requiredKeys: [] });
/**
 * The number of versions by which the version in a save request is older than the stored version. Null sends no
 * version.
 */
const behind = fc.option(fc.integer({ min: -1, max: 2 }), { nil: null });
const sequence = fc.array(fc.record({ body, behind }), { minLength: 1, maxLength: 6 });

test(
  `the model of the server equals the real one in ${SEQUENCES} sequences of saves`,
  async () => {
    let saves = 0;
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const model = saveModel();
        const { token } = await makeUser();
        for (const step of steps) {
          const held =
            step.behind === null ? null : Math.max(0, model.read().projectVersion - step.behind);
          const expected = model.save(step.body as Draft, held);
          const { status, json } = await api("POST", "wp/v2/project", {
            token,
            body: step.body,
            headers: held === null ? {} : { "If-Match": String(held) },
          });
          saves += 1;
          expect(status).toBe(expected.status);
          if (expected.status === 200) {
            expect(json).toMatchObject(expected.report);
            continue;
          }
          expect(json.code).toBe(expected.code);
          const { project, projectVersion } = expected.current;
          expect(json.data.current).toMatchObject({ project, projectVersion });
        }
      }),
      runs(300),
    );
    expect(saves).toBeGreaterThan(SEQUENCES);
  },
  times(60_000),
);

const sheet = fc.record(
  { impact: fc.option(fc.nat({ max: 10 })), utility: fc.constant(7), note: text },
  { requiredKeys: [] },
);
const scoring = fc.array(fc.record({ body: sheet, behind }), { minLength: 1, maxLength: 6 });

test(
  `the model of the server equals the real one in ${SEQUENCES} sequences of scores`,
  async () => {
    const { makeSent, makeEvaluator } = await evaluationBench();
    const sent = await makeSent();
    await fc.assert(
      fc.asyncProperty(scoring, async (steps) => {
        const model = formModel<ScoreValues>({ ...NO_SCORES, note: "" });
        const { save } = await makeEvaluator();
        for (const step of steps) {
          const { version } = model.read();
          const held = step.behind === null ? null : Math.max(0, version - step.behind);
          const isStored = model.save(step.body, held);
          const headers = held === null ? undefined : { "If-Match": String(held) };
          const { status, json } = await save(sent.id, bodyOf(step.body, sent), headers);
          expect(status).toBe(isStored ? 200 : 412);
          const { values, version: now } = model.read();
          const { note, ...scores } = values;
          const answer = isStored ? json : json.data.current;
          expect(answer).toMatchObject({ scores, note, version: now });
        }
      }),
      runs(300),
    );
  },
  times(120_000),
);
