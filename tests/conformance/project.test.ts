import { describe, expect, test } from "vitest";
import { clientOf, completeFields, openTarget } from "./target";

const { api, newApplicant } = clientOf(await openTarget());

describe("the application", () => {
  test("before the first save the application is empty and its version is 0", async () => {
    const { token } = await newApplicant();
    const { status, json, headers } = await api("GET", "wp/v2/project", { token });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      projectDeadline: false,
      projectSent: false,
      projectSentAt: null,
      projectVersion: 0,
      projectUnsent: false,
    });
    expect(json.project).toMatchObject({ nome: "", team: [], pitch: null, referente_email: "" });
    expect(json.edition).toMatchObject({
      afterSending: expect.any(String),
      year: expect.any(Number),
    });
    expect(json.editions.length).toBeGreaterThan(0);
    expect(json.projectDeadlineAt).toMatch(/Z$/);
    expect(headers.get("cache-control")).toContain("no-store");
  });

  test("a save keeps absent fields and empties fields with null or an empty string", async () => {
    const { token } = await newApplicant();
    await api("POST", "wp/v2/project", { token, json: { nome: "Filò", idea: "Una" } });
    const second = await api("POST", "wp/v2/project", {
      token,
      json: { idea: null, age: "age-30_50" },
    });
    expect(second.json).toMatchObject({ status: "partial", progress: 13, projectVersion: 2 });
    const { json } = await api("GET", "wp/v2/project", { token });
    expect(json.project).toMatchObject({ nome: "Filò", idea: "", referente_age: "age-30_50" });
  });

  test("a refused save stores nothing", async () => {
    const { token } = await newApplicant();
    const refused = await api("POST", "wp/v2/project", {
      token,
      json: { nome: "Filò", stage: "x" },
    });
    expect([refused.status, refused.json.data.fields]).toEqual([422, { stage: "invalid_choice" }]);
    expect((await api("GET", "wp/v2/project", { token })).json).toMatchObject({
      projectVersion: 0,
      project: { nome: "" },
    });
  });

  test("a save with an old version is refused and returns the stored application", async () => {
    const { token } = await newApplicant();
    await api("POST", "wp/v2/project", {
      token,
      json: { nome: "Uno" },
      headers: { "If-Match": "0" },
    });
    await api("POST", "wp/v2/project", {
      token,
      json: { nome: "Due" },
      headers: { "If-Match": '"1"' },
    });
    const late = await api("POST", "wp/v2/project", {
      token,
      json: { nome: "Tre" },
      headers: { "If-Match": "1" },
    });
    expect([late.status, late.json.code]).toEqual([412, "version_conflict"]);
    expect(late.json.data.current).toMatchObject({ projectVersion: 2, project: { nome: "Due" } });
  });

  test("sending an incomplete application is refused and names the missing fields", async () => {
    const { token } = await newApplicant();
    const { pitch: _, ...fields } = { ...completeFields(), pitch: "never in the save payload" };
    const saved = await api("POST", "wp/v2/project", { token, json: fields });
    expect(saved.json).toMatchObject({ status: "partial", progress: 88 });
    const sent = await api("POST", "wp/v2/project/send", { token });
    expect([sent.status, sent.json.code]).toEqual([422, "project_incomplete"]);
    expect(sent.json.data.fields).toEqual({ pitch: "required", video: "required" });
  });

  test("a team has at most five members, each with all five answers", async () => {
    const { token } = await newApplicant();
    const [member] = completeFields().team;
    const six = await api("POST", "wp/v2/project", {
      token,
      json: { team: Array(6).fill(member) },
    });
    expect([six.status, six.json.data.fields]).toEqual([422, { team: "too_many" }]);
    const partial = await api("POST", "wp/v2/project", {
      token,
      json: { team: [{ ...member, phone: "" }] },
    });
    expect([partial.status, partial.json.data.fields]).toEqual([
      422,
      { "team.0.phone": "required" },
    ]);
  });

  test("receipt, restore and withdrawal of a missing application are a 404", async () => {
    const { token } = await newApplicant();
    const statuses = [
      (await api("GET", "wp/v2/project/receipt", { token })).status,
      (await api("POST", "wp/v2/project/restore", { token })).status,
      (await api("DELETE", "wp/v2/project", { token })).status,
    ];
    expect(statuses).toEqual([404, 404, 404]);
  });
});
