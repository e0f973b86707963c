import { Hono } from "hono";
import { expect, test } from "vitest";
import { serveOn } from "@/backend/http/serve";
import { listAccounts, setRole } from "@/backend/users/administer";
import { eraseAccount } from "@/backend/users/erase";
import { authenticate } from "@/backend/users/sessions/authenticate";
import { dashboardLinks } from "@/components/site/frame/dashboard-links";
import { endpoint } from "@/contract/endpoint";
import { openApiDocument } from "@/contract/openapi";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";

const bench = await testBackend();
const { api, clock, db, deps, makeUser } = bench;
const { signUp, login } = peopleOf(bench);

const advise = endpoint({
  name: "advise",
  method: "GET",
  path: "wp/v2/advice",
  summary: "What only a mentor reads",
  access: "mentor",
  answer: { status: 204 },
});

test("whoever has been granted it is let in, as of the next sign-in, and nobody else", async () => {
  const app = new Hono() as unknown as Parameters<typeof serveOn>[0];
  serveOn(app, deps, authenticate, async () => {})(advise, async () => {});
  const status = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await app.request("/wp-json/wp/v2/advice", { headers })).status;
  };
  const evaluator = await makeUser({ roles: ["evaluator"] });
  const { email } = await signUp();
  const signedIn = async (): Promise<string> => (await login(email)).json.access_token;
  expect(await status(evaluator.token)).not.toBe(204);
  expect(await setRole(db, email, "mentor", true, clock.now)).toBe(true);
  const token = await signedIn();
  expect(await status(token)).toBe(204);
  const { json } = await api("GET", "wp/v2/users/me/", { token });
  expect(json.roles).toEqual(["applicant", "mentor"]);
  expect((await listAccounts(db)).map((row) => row[2])).toContain("applicant, mentor");
  expect(await setRole(db, email, "mentor", false, clock.now)).toBe(true);
  expect(await status(token)).not.toBe(204);
  expect(await status(await signedIn())).not.toBe(204);
});

test("nobody keeps it who is erased", async () => {
  const { id } = await makeUser({ roles: ["mentor"], deactivatedAt: clock.now });
  expect(await eraseAccount(deps, id, clock.now)).toBe(true);
  expect((await listAccounts(db)).map((row) => row[2])).not.toContain("applicant, mentor");
});

test("the API's description knows it", async () => {
  const document = openApiDocument([advise], { title: "", version: "", baseUrl: "" });
  expect(JSON.stringify(document)).toContain("forbidden_role");
  expect(JSON.stringify((await api("GET", "openapi.json")).json)).toContain('"mentor"');
});

test("its link is in the private area", () => {
  const names = (roles: Parameters<typeof dashboardLinks>[0]) =>
    dashboardLinks(roles).map(({ name }) => name);
  expect(names(["applicant", "mentor"])).toContain("ranking");
  expect(names(["applicant"])).not.toContain("ranking");
});
