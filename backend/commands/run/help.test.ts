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

test("each npm script of a command has a table, and each table has a script", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const run = Object.entries<string>(scripts)
    .filter(([, line]) => line.startsWith("node scripts/command.mjs "))
    .map(([name]) => name);
  expect(COMMANDS.map(({ name }) => name).sort()).toEqual(run.sort());
  for (const { name } of COMMANDS) {
    expect(readdirSync(join(root, "backend/commands"))).toContain(`${name}.ts`);
  }
});

test("the handbook names each group of commands", () => {
  const handbook = readFileSync(join(root, "docs/staff.md"), "utf8");
  const [, commands = ""] = handbook.split("## Commands for operators");
  for (const { name } of COMMANDS) expect(commands).toContain(`\`${name}\``);
});

test("all command examples in the handbook and the README are valid", () => {
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

test("help lists all verbs, and the help of a verb lists all options", () => {
  for (const one of COMMANDS) {
    expect(commandHelp(one)).not.toContain("--  --help");
    for (const each of one.verbs) {
      expect(commandHelp(one)).toContain(`  ${each.name}`);
      for (const name of Object.keys(optionsOf(each))) {
        expect(verbHelp(one, each)).toContain(`  --${name}`);
      }
    }
  }
});

test("an unknown option is answered with the list of valid options", () => {
  const list = verb("mail", "list");
  expect(() => readGiven(list, ["list", "--adress", "a@b.it"])).toThrow(
    `"list" has no option --adress. It has --address EMAIL, --failed.`,
  );
});

test("missing and surplus arguments are named", () => {
  expect(() => readGiven(verb("edition", "date"), ["date", "2026"])).toThrow("WHICH is missing.");
  expect(() => readGiven(verb("mail", "show"), ["show", "1", "2"])).toThrow('"2" is one argument');
  expect(() => readGiven(verb("edition", "extend"), ["extend", "a@b.it"])).toThrow(
    "--until DAY is missing.",
  );
});

test("a day is accepted in Italian and in ISO notation", () => {
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
