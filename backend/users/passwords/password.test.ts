import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { PASSWORD_MAX, PASSWORD_MIN } from "@/contract/fields";
import { hashPassword, verifyPassword } from "./password";
import { refuseWeakPassword } from "./password-strength";

test("a password is hashed as typed: not shortened, changed in case or trimmed", async () => {
  const password = ` Tramonto lampada ${"viola ".repeat(40)}`
    .slice(0, PASSWORD_MAX - 1)
    .concat("!");
  const stored = await hashPassword(password);
  expect(await verifyPassword(stored, password)).toBe(true);
  const others = [
    password.slice(0, -1),
    password.slice(0, 72),
    password.slice(0, 64),
    password.toLowerCase(),
    password.trim(),
    `${password} `,
  ];
  for (const other of others) expect(await verifyPassword(stored, other)).toBe(false);
});

test("a stored password is an Argon2id hash with at least OWASP's parameters and a separate salt", async () => {
  const [one, other] = await Promise.all([hashPassword("x"), hashPassword("x")]);
  const [, memory, passes, lanes, salt = ""] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$/.exec(one) ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
  expect([Number(passes) >= 2, lanes, Buffer.from(salt, "base64").length]).toEqual([true, "1", 16]);
  expect(other).not.toBe(one);
});

test("a sample of fifty of the 3,000 most used passwords is refused", async () => {
  const words = dictionary["passwords-common"].map(String);
  const most = words.filter((word) => word.length >= PASSWORD_MIN).slice(0, 3000);
  const person = { email: "ada@example.org", firstName: "Ada", lastName: "Riva" };
  const taken: string[] = [];
  for (const word of most.filter((_, rank) => rank % 60 === 59)) {
    await refuseWeakPassword(word, person, "Slancio").then(
      () => taken.push(word),
      () => {},
    );
  }
  expect(most).toHaveLength(3000);
  expect(taken).toEqual([]);
});
