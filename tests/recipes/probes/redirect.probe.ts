import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { config } from "@/lib/config";
import middleware from "@/middleware";

test("the old address leads on for good, with its query", async () => {
  const answer = await middleware(new NextRequest(`${config.siteUrl}/officina/?a=1`));
  expect(answer.status).toBe(301);
  expect(answer.headers.get("location")).toBe("https://officina.example/?a=1");
});
