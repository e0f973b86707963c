import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../tables/all";
import { commandHelp, verbHelp } from "./help";
import { findVerb, optionsOf, readGiven } from "./options";
import { readDay, readDayOrHour } from "./read";

const root = join(import.meta.dirname, "../../..");
const command = (name: string) => COMMANDS.find((one) => one.name === name) as (typeof COMMANDS)[0];
const verb = (name: string, ...args: string[]) =>
  findVerb(command(name), args) ?? expect.fail(`${name} ${args}`);

test("every command that npm runs has its table, and every table its command", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const run = Object.entries<string>(scripts)
    .filter(([, line]) => line.startsWith("node scripts/command.mjs "))
    .map(([name]) => name);
  expect(COMMANDS.map(({ name }) => name).sort()).toEqual(run.sort());
  for (const { name } of COMMANDS) {
    expect(readdirSync(join(root, "backend/commands"))).toContain(`${name}.ts`);
  }
});

test("the handbook names every group of commands", () => {
  const handbook = readFileSync(join(root, "docs/staff.md"), "utf8");
  const [, commands = ""] = handbook.split("## Commands for operators");
  for (const { name } of COMMANDS) expect(commands).toContain(`\`${name}\``);
});

test("the handbook's and the README's examples are all understood", () => {
  for (const file of ["docs/staff.md", "README.md"]) {
    const text = readFileSync(join(root, file), "utf8");
    const examples = text.matchAll(/^npm run (\w+) -- (.+?)(?: +#.*)?$/gm);
    for (const [line, name = "", typed = ""] of examples) {
      if (!command(name)) continue;
      const args = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, a, b]) => a ?? b ?? "");
      expect(() => readGiven(verb(name, ...args), args), line).not.toThrow();
    }
  }
});

test("help names every verb, and each verb's help every option", () => {
  for (const one of COMMANDS) {
    for (const each of one.verbs) {
      expect(commandHelp(one)).toContain(`  ${each.name}`);
      for (const name of Object.keys(optionsOf(each))) {
        expect(verbHelp(one, each)).toContain(`  --${name}`);
      }
    }
  }
});

test("an unknown option is answered with those there are", () => {
  const list = verb("mail", "list");
  expect(() => readGiven(list, ["list", "--adress", "a@b.it"])).toThrow(
    `"list" has no option --adress. It has --address EMAIL, --failed.`,
  );
});

test("too few and too many arguments are named", () => {
  expect(() => readGiven(verb("edition", "date"), ["date", "2026"])).toThrow("WHICH is missing.");
  expect(() => readGiven(verb("mail", "show"), ["show", "1", "2"])).toThrow('"2" is one argument');
  expect(() => readGiven(verb("edition", "extend"), ["extend", "a@b.it"])).toThrow(
    "--until DAY is missing.",
  );
});

test("a day is read as Italians and as machines write it", () => {
  for (const typed of ["1/7/2027", "01/07/2027", "1.7.2027", "1-7-2027", "2027-07-01"]) {
    expect(readDay(typed, "DAY")).toBe("2027-07-01");
  }
  for (const typed of ["2027-02-30", "30/2/2027", "7/2027", "tomorrow", "2027-7-1"]) {
    expect(() => readDay(typed, "DAY")).toThrow("write a day as 1/7/2027 or 2027-07-01");
  }
  expect(readDayOrHour("7/10/2027 18:30", "--until")).toBe("2027-10-07T18:30");
  expect(readDayOrHour("7/10/2027 9.05", "--until")).toBe("2027-10-07T09:05");
  expect(readDayOrHour("2027-10-07T18:30", "--until")).toBe("2027-10-07T18:30");
  expect(() => readDayOrHour("2027-10-07T25:00", "--until")).toThrow('there is no time "25:00"');
});
