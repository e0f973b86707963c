import { describe, expect, test } from "vitest";
import { FEEDBACK_MAX } from "@/contract/evaluation/feedback";
import { findInText, indexNames } from "./detect";

const NAMES = indexNames([
  { kind: "evaluator", name: "Paolo De Angelis" },
  { kind: "evaluator", name: "De Angelis" },
  { kind: "project", name: "Filò" },
  { kind: "project", name: "Terra Nostra" },
]);
const found = (text: string) =>
  findInText(text, NAMES, "Filò").map(({ kind, text }) => `${kind}: ${text}`);

describe("a text for an applicant", () => {
  test.each([
    "https://example.org/a?b=c",
    "www.example.museum",
    "example.com",
    "EXAMPLE.IT",
    "caffè.it",
    "3m.com",
    "m.example.co.uk",
    "example.ai",
    "example.app/start",
    "example.photography/gallery",
  ])("has a link in %s", (link) => {
    expect(found(`Guarda ${link} e scrivi`)).toEqual([`link: ${link}`]);
  });

  test.each([
    "e.g. i.e. p.es. n.ro c.so 10 a.m.",
    "La S.p.A. e la S.r.l. della sig.ra Bianchi, prof.ssa/prof.",
    "Gent.mo/a, il margine è 3.5, poi 4.2/anno.",
    "Il piano è completo.Il mercato no. Usate Node.js ecc.",
    "Nel 2026-2027, dal 30/11/2026 al 2027-01-15, costa 10.000.000 di euro.",
  ])("has no link and no phone number in %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  test("has email addresses, which are not also links", () => {
    expect(found("Scrivi a nome.cognome@mail.example.it oggi")).toEqual([
      "address: nome.cognome@mail.example.it",
    ]);
  });

  test.each(["+39 (02) 123-4567", "02 1234567", "333.123.4567", "(055) 12 34 56 78", "3331234567"])(
    "has a phone number in %s",
    (phone) => {
      expect(found(`Chiama ${phone}, grazie`)).toEqual([`phone: ${phone}`]);
    },
  );

  test.each(["8/10", "7,5 / 10", "75/100"])("has a score in %s", (score) => {
    expect(found(`Il voto è ${score}.`)).toEqual([`score: ${score}`]);
  });

  test("has the names of evaluators and of other projects, not of its own project", () => {
    expect(found("FILO è più debole di terra nostra, dice de angelis")).toEqual([
      ...["project: Terra Nostra", "evaluator: De Angelis"],
    ]);
    expect(found("Chiedi a Paolo De Angelis")).toEqual(["evaluator: Paolo De Angelis"]);
  });
});

test.each(["a.", "a-", "1 ", "1a.", "x@", "www.", "1.000.", "2026 ", "ab.abc/", "Aa.Aa"])(
  "the search takes linear time on repeated %j",
  (part) => {
    const timeOf = (length: number) => {
      const text = part.repeat(Math.ceil(length / part.length));
      const start = performance.now();
      findInText(text, NAMES, "");
      return performance.now() - start;
    };
    timeOf(FEEDBACK_MAX);
    expect(timeOf(FEEDBACK_MAX * 20)).toBeLessThan(1000);
  },
);
