import { expect, test } from "vitest";
import { greetMe } from "@/contract/users/own-account";
import { answerOf, requestOf } from "@/lib/api/client";
import { testBackend } from "@/tests/support/servers/backend";

const { api, backend, makeUser } = await testBackend();

test("the client calls it, by its types", async () => {
  const { id, token } = await makeUser();
  const request = requestOf(
    greetMe,
    {
      locale: "it",
      params: { time: "morning" },
      body: { loud: true },
      headers: { Authorization: `Bearer ${token}` },
    },
    "https://slancio.example/wp-json/",
  );
  const { greeting } = await answerOf(greetMe, await backend.fetch(request));
  expect(greeting).toBe(`good morning, ${id}!`);
});

test("it is guarded, and refuses a body that is not described", async () => {
  const path = "wp/v2/users/me/greetings/morning";
  expect((await api("POST", path, { body: { loud: true } })).status).toBe(401);
  const { token } = await makeUser();
  const { status, json } = await api("POST", path, { token, body: { loud: "yes" } });
  expect([status, json.data.fields]).toEqual([422, { loud: "invalid_type" }]);
});

test("the index and the OpenAPI document name it", async () => {
  const path = "/wp/v2/users/me/greetings/{time}";
  expect((await api("GET", "")).json.routes[path]).toEqual({ methods: ["POST"] });
  const { paths } = (await api("GET", "openapi.json")).json;
  expect(paths[path].post.operationId).toBe("greetMe");
});
