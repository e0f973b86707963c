import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { projects } from "@/backend/db/schema/applications";
import { missingFields } from "@/contract/project/progress";
import { parseCsv, pdfText } from "@/tests/support/made-files/unpack";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { fullDraft, insertFile } from "@/tests/support/people/project";

const { api, db, makeUser, makeEvaluator } = await evaluationBench();
const MOTTO = "Poca lana, molto caldo";

const applicant = await makeUser();
const asked = (method: string, path = "", body?: unknown) =>
  api(method, `wp/v2/project${path}`, { token: applicant.token, body });

async function pagesOf(token: string, path: string) {
  const { response, status } = await api("GET", `wp/v2/${path}`, { token });
  expect(status).toBe(200);
  return (await pdfText(Buffer.from(await response.arrayBuffer()))).join(" ");
}

test("an application without it is not complete", async () => {
  expect(missingFields({})).toContain("motto");
  await asked("POST", "", fullDraft());
  const [project] = await db.select().from(projects).where(eq(projects.userId, applicant.id));
  for (const field of ["pitch", "video"] as const) await insertFile(db, project?.id ?? "", field);
  const { status, json } = await asked("POST", "/send");
  expect([status, json.code, json.data.fields]).toEqual([
    422,
    "project_incomplete",
    { motto: "required" },
  ]);
});

test("it is saved as it was described, and no longer", async () => {
  const long = await asked("POST", "", { motto: "x".repeat(61) });
  expect([long.status, long.json.data.fields]).toEqual([422, { motto: "too_long" }]);
  expect((await asked("POST", "", { motto: MOTTO })).json).toMatchObject({ progress: 100 });
  expect((await asked("GET")).json.project.motto).toBe(MOTTO);
});

test("the API describes it", async () => {
  const { paths } = (await api("GET", "openapi.json")).json;
  expect(JSON.stringify(paths["/wp/v2/project"].post.requestBody)).toContain('"motto"');
});

test("it is in what was sent: the receipt, the dossier and the evaluators' table", async () => {
  expect((await asked("POST", "/send")).status).toBe(200);
  const receipt = await pagesOf(applicant.token, "project/receipt");
  expect(receipt).toContain(`Motto`);
  expect(receipt).toContain(MOTTO);
  const { token, get } = await makeEvaluator();
  const { id } = (await get("projects")).json.projects[0];
  expect((await get(`projects/${id}`)).json.project.motto).toBe(MOTTO);
  const dossier = await pagesOf(token, `projects/${id}/dossier?lang=en`);
  expect(dossier).toContain("Motto line");
  expect(dossier).toContain(MOTTO);
  const { response } = await get("projects/export?format=csv");
  const [head = [], row = []] = parseCsv((await response.text()).replace(/^\ufeff/, ""), ";");
  expect(row[head.indexOf("Motto")]).toBe(MOTTO);
});
