import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Draft } from "@/contract/project-schemas";
import { testBackend } from "@/tests/support/backend";
import { saveModel } from "@/tests/support/save-model";

const SEQUENCES = 300;

const { api, makeUser, makeEdition } = await testBackend();
beforeAll(async () => {
  await makeEdition();
});

const text = fc.constantFrom("", "Filò", "Filò due", "Un’etichetta tessuta");
const body = fc.record({ nome: text, idea: text, obiettivi: text }, { requiredKeys: [] });
/** How far the version that is named lies behind the stored one; null names none. */
const behind = fc.option(fc.integer({ min: -1, max: 2 }), { nil: null });
const sequence = fc.array(fc.record({ body, behind }), { minLength: 1, maxLength: 6 });

test(`the model of a server does what the real one does, in ${SEQUENCES} sequences of saves`, async () => {
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
    { numRuns: SEQUENCES },
  );
  expect(saves).toBeGreaterThan(SEQUENCES);
}, 60_000);
