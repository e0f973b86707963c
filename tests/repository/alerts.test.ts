import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { jobs } from "@/backend/jobs";
import { openMetrics } from "@/backend/metrics";
import { endpoints } from "@/contract/api";
import { ERROR_CODES } from "@/contract/errors";
import { siteMetrics, watchProcess } from "@/lib/telemetry/site-metrics";
import { testBackend } from "../support/servers/backend";

type Rule = { alert: string; expr: string; labels: { severity: string } };

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");
const rules: Rule[] = parse(read("deploy/prometheus/alerts.yml")).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);

const { deps, counted } = await testBackend();
watchProcess();
const text = `${await siteMetrics()}\n${await openMetrics(deps, counted)()}`;
/** The names of all metric series that alert queries can use. Each histogram has three series. */
const series = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
  type === "histogram" ? ["bucket", "sum", "count"].map((part) => `${name}_${part}`) : [name],
);

/** Returns the values with which the query of a Prometheus alert compares a label. */
function compared(expr: string, label: string): string[] {
  const found = expr.matchAll(new RegExp(`\\b${label}[!=]~?"([^"]*)"`, "g"));
  return [...found].flatMap(([, value = ""]) => value.split("|"));
}

test("each metric in an alert exists", () => {
  expect(rules.length).toBeGreaterThan(15);
  const named = rules.flatMap(({ expr }) => expr.match(/\b(?:slancio|nodejs|process)_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !series.includes(name))).toEqual([]);
});

test("each endpoint, code and job in an alert exists", () => {
  const all = rules.map(({ expr }) => expr).join("\n");
  const known: Record<string, readonly string[]> = {
    endpoint: endpoints.map(({ name }) => name),
    verdict: ["accepted", ...ERROR_CODES],
    name: jobs.map(({ name }) => name),
    state: ["waiting", "failed"],
    code: [...ERROR_CODES, "5.."],
  };
  for (const [label, values] of Object.entries(known)) {
    const named = compared(all, label);
    expect(named.length, label).toBeGreaterThan(0);
    expect(named.filter((value) => !values.includes(value))).toEqual([]);
  }
});

test("RemindersStopped watches each job that sends reminders", () => {
  const [rule] = rules.filter(({ alert }) => alert === "RemindersStopped");
  const reminding = jobs.map(({ name }) => name).filter((name) => name.endsWith("reminders"));
  expect(reminding.length).toBeGreaterThan(2);
  expect(compared(rule?.expr ?? "", "name")).toEqual(reminding);
});

test("docs/operating.md explains each alert and no other", () => {
  const [, section = ""] = read("docs/operating.md").split("\n## Alerts\n");
  const [table = ""] = section.split("\n## ");
  const told = [...table.matchAll(/^\| `(\w+)` \| \S+/gm)].map(([, name]) => name);
  expect(told).toEqual(rules.map(({ alert }) => alert));
});

const promtool = spawnSync("promtool", ["--version"]).status === 0;
if (!promtool)
  console.warn(
    "SKIPPED: promtool is not installed, so no alert rings on trial (apt install prometheus)",
  );

test.skipIf(!promtool)("each alert fires when it should, and none in normal operation", () => {
  const { stdout, stderr } = spawnSync(
    "promtool",
    ["test", "rules", join(import.meta.dirname, "../../deploy/prometheus/alerts.test.yml")],
    { encoding: "utf8" },
  );
  expect(stderr + stdout).toMatch(/SUCCESS\s*$/);
});

test("the test of the alerts contains each alert", () => {
  const trial = read("deploy/prometheus/alerts.test.yml");
  expect(rules.filter(({ alert }) => !trial.includes(`alertname="${alert}"`))).toEqual([]);
});

test("each alert is either a page or a ticket", () => {
  expect(new Set(rules.map(({ labels }) => labels.severity))).toEqual(new Set(["page", "ticket"]));
});
