import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { openContent } from "@/backend/content/open-content";
import { memberSchema, saveProjectSchema } from "@/contract/project/project-schemas";
import { FIGURES } from "@/contract/quoted-numbers";
import { MESSAGES } from "@/tests/support/render";

test("it holds", () => {
  const member = memberSchema.parse({
    name: "Ada Riva",
    role: "CEO",
    phone: "+39 333 123 4567",
    age: "age-30_50",
    info: "gb_ref-web",
  });
  expect(saveProjectSchema.safeParse({ team: Array(9).fill(member) }).success).toBe(true);
  expect(saveProjectSchema.safeParse({ team: Array(10).fill(member) }).success).toBe(false);
});

/** Returns the keys of all messages that contain the maximum team size. */
function quoting(value: object, path = ""): string[] {
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === "object"
      ? quoting(one, `${path}${key}.`)
      : String(one).includes("{teamMax, number}")
        ? [path + key]
        : [],
  );
}

test.each(["it", "en"] as const)("pages, questions and mails give it (%s)", async (locale) => {
  const keys = quoting(MESSAGES[locale]);
  expect(keys.length).toBeGreaterThan(0);
  const t = createTranslator({ locale, messages: MESSAGES[locale] }) as unknown as {
    markup: (key: string, values: object) => string;
  };
  for (const key of keys) expect(t.markup(key, FIGURES), key).toMatch(/\b9\b/);
  const faq = new Request(`https://slancio.example/wp-json/wp/v2/pages?slug=faq&lang=${locale}`);
  const said = await (await openContent({}).fetch(faq)).text();
  expect(said).toMatch(locale === "it" ? /\b9 persone/ : /\b9 people/);
});
