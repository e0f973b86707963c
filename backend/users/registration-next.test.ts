import { expect, test } from "vitest";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { isTemplate } from "../mail/messages";
import { renderMail } from "../mail/render";

const bench = await testBackend();
const { api, deps } = bench;
const { mailsTo, register, signUp } = peopleOf(bench);

/** Returns the links in the newest mail to an address. */
async function linksTo(email: string): Promise<URL[]> {
  const mail = (await mailsTo(email)).at(-1);
  if (!mail || !isTemplate(mail.template)) throw new Error("no mail");
  const { text } = renderMail({ ...mail, template: mail.template }, deps.config);
  return (text.match(/https:\S+/g) ?? []).map((link) => new URL(link));
}

test.each([
  ["it", "/dashboard/project"],
  ["en", "/en/dashboard/project"],
])(
  "the link in the registration's email keeps the page where the user was going (%s)",
  async (lang, next) => {
    const path = `wp/v2/users/register?lang=${lang}`;
    const { email } = await register({ next: "/dashboard/project" }, path);
    const [link] = await linksTo(email);
    expect(link?.searchParams.get("next")).toBe(next);
    expect(link?.searchParams.get("token")).toBeTruthy();
    await api("POST", "wp/v2/users/confirm/resend", { body: { email } });
    expect((await linksTo(email))[0]?.searchParams.get("next")).toBe(next);
  },
);

test("a registration without a next page has a link without one", async () => {
  const { email } = await register();
  expect((await linksTo(email))[0]?.searchParams.has("next")).toBe(false);
});

test("the owner of a known address also gets a link with the next page", async () => {
  const { email } = await signUp();
  await register({ email, next: "/dashboard/project" });
  const [link] = await linksTo(email);
  expect(link?.pathname).toBe("/login");
  expect(link?.searchParams.get("next")).toBe("/dashboard/project");
});

test.each([
  "//evil.example",
  "https://evil.example/dashboard",
  "/dashboard/../../evil",
  "/dashboard?q=call%20this%20number",
  "/dashboard#words",
  "/search",
  "/dashboard/ a",
])("a next page that could put text into an email is refused: %s", async (next) => {
  const { status, json } = await register({ next });
  expect([status, json.data.fields]).toEqual([422, { next: "invalid_choice" }]);
});
