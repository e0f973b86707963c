import { expect, test } from "vitest";
import { rankedRow, selectionAnswer } from "@/tests/support/people/results";
import { partsOf } from "./fold";

const NONE = new Set<string>();
const results = selectionAnswer().results!;
const said = (parts: ReturnType<typeof partsOf>) =>
  parts.map((part) => {
    if (part.kind === "row") return part.row.id;
    if (part.kind === "fold") return `${part.rows[0]?.id}…${part.rows.at(-1)?.id}`;
    return part.kind === "line" ? `— ${part.stage}` : "tie";
  });

test("only rows around each line are open, and a tie is shown above its rows", () => {
  expect(said(partsOf(results, "semifinalist", NONE))).toEqual([
    ...["p1", "p2", "p3…p5", "p6", "— finalist", "p7", "p8…p19"],
    ...["tie", "p20", "p21", "— semifinalist", "p22", "p23…p49"],
    ...["p50", "— pre_selected", "p51", "p52…p60"],
  ]);
});

test("folded rows open, and every row is shown once", () => {
  const opened = new Set(["p3", "p4", "p5"]);
  expect(said(partsOf(results, "semifinalist", opened)).slice(0, 7)).toEqual([
    ...["p1", "p2", "p3", "p4", "p5", "p6", "— finalist"],
  ]);
  const all = partsOf(results, "finalist", opened).flatMap((part) =>
    part.kind === "row" ? [part.row.id] : part.kind === "fold" ? part.rows.map(({ id }) => id) : [],
  );
  expect(all).toEqual(results.rows.map(({ id }) => id));
});

test("without a project below the threshold there is no line", () => {
  const few = { ...results, rows: [1, 2, 3].map((rank) => rankedRow(rank, { decisions: [] })) };
  expect(said(partsOf(few, "semifinalist", NONE))).toEqual(["p1", "p2", "p3"]);
});
