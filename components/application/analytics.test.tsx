import { beforeEach, expect, test } from "vitest";
import { payloadUser, projectHash, pushSaveEvent } from "./analytics";

const user = {
  id: "1",
  email: "giulia@example.org",
  first_name: "Giulia",
  last_name: "Ferraro",
  has_password: true,
  has_app: false,
  roles: ["applicant" as const],
};

beforeEach(() => {
  window.dataLayer = undefined;
  for (const name of ["_fbp", "_fbc"]) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = `${name}=; max-age=0`;
  }
});

test("the same application has the same hash, another application another hash, 64 hex digits", async () => {
  const one = await projectHash({ nome: "Filò", idea: "x" });
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(await projectHash({ idea: "x", nome: "Filò" })).toBe(one);
  expect(await projectHash({ nome: "Filò", idea: "y" })).not.toBe(one);
});

test("the save event contains the user and the event id", () => {
  pushSaveEvent(user, "abc");
  expect(window.dataLayer).toEqual([
    {
      event: "application_submission",
      email: "giulia@example.org",
      first_name: "Giulia",
      last_name: "Ferraro",
      event_id: "abc",
    },
  ]);
});

test("a save sends the pixel's ids only if their cookies exist", () => {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const named = { email: "giulia@example.org", first_name: "Giulia", last_name: "Ferraro" };
  const person = { ...named, time_zone };
  expect(payloadUser(user)).toEqual(person);
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = "_fbp=fb.1.2.3";
  expect(payloadUser(user)).toEqual({ ...person, fbp: "fb.1.2.3" });
});
