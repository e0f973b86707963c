import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoints } from "./api";
import { ERROR_STATUS, fieldErrors } from "./errors";
import { isEmail, isYear } from "./fields";
import { openApiDocument } from "./openapi";
import { fileProblem } from "./project/file-rules";
import {
  firstIncompleteStep,
  isFilled,
  progress,
  projectStatus,
  stepProgress,
} from "./project/progress";
import { FIELD_NAMES, PROJECT_FIELDS, REQUIRED_FIELDS, STEPS } from "./project/project-fields";
import { EMPTY_PROJECT, memberSchema, saveProjectSchema } from "./project/project-schemas";
import { extensionOf, UPLOAD_MAX_BYTES } from "./project/uploads";

const member = {
  name: "Ada Riva",
  role: "CEO",
  phone: "+39 333 123 4567",
  age: "age-30_50",
  info: "gb_ref-web",
};

function fieldsRefused(body: unknown) {
  const result = saveProjectSchema.safeParse(body);
  return result.success ? {} : fieldErrors(result.error);
}

describe("steps and progress", () => {
  test("there are five steps and sixteen required fields", () => {
    expect(STEPS).toHaveLength(5);
    expect(REQUIRED_FIELDS).toHaveLength(16);
    expect(STEPS.map((step) => stepProgress(step, {}).required)).toEqual([7, 1, 2, 5, 1]);
  });

  test("the empty project has every field of the table", () => {
    expect(Object.keys(EMPTY_PROJECT)).toEqual(FIELD_NAMES);
  });

  test("progress is the whole percent of filled required fields, rounded half up", () => {
    const seen: number[] = [];
    for (let filled = 0; filled <= 16; filled++) {
      seen.push(
        progress(Object.fromEntries(REQUIRED_FIELDS.slice(0, filled).map((n) => [n, "x"]))),
      );
    }
    expect(seen).toEqual([0, 6, 13, 19, 25, 31, 38, 44, 50, 56, 63, 69, 75, 81, 88, 94, 100]);
  });

  test("a field is filled by a non-empty string, a non-empty list or an object with a key", () => {
    expect(["x", [0], { id: 1 }].map(isFilled)).toEqual([true, true, true]);
    expect(["", [], {}, null, undefined, 0, 5, true].some(isFilled)).toBe(false);
  });

  test("sent overrides every other state", () => {
    const full = Object.fromEntries(REQUIRED_FIELDS.map((name) => [name, "x"]));
    expect(projectStatus({}, false)).toBe("empty");
    expect(projectStatus({ nome: "x" }, false)).toBe("partial");
    expect(projectStatus(full, false)).toBe("completed");
    expect(projectStatus({}, true)).toBe("sent");
  });

  test("the first incomplete step is where work resumes", () => {
    expect(firstIncompleteStep({})).toBe("idea");
    const idea = Object.fromEntries(
      FIELD_NAMES.filter((n) => PROJECT_FIELDS[n].step === "idea").map((n) => [n, "x"]),
    );
    expect(firstIncompleteStep(idea)).toBe("challenge");
  });
});

describe("a save", () => {
  test("unknown fields are dropped, absent ones stay absent, null empties", () => {
    expect(saveProjectSchema.parse({ nome: " Filò ", roles: ["evaluator"], stage: null })).toEqual({
      nome: "Filò",
      stage: "",
    });
  });

  test("aliases stand for the full names, which beat them", () => {
    expect(
      saveProjectSchema.parse({
        ruolo: "CTO",
        age: "age-under_30",
        email: "a@b.it",
        referente_email: "c@d.it",
      }),
    ).toEqual({ referente_ruolo: "CTO", referente_age: "age-under_30", referente_email: "c@d.it" });
  });

  test("each wrong field is named with its code and path", () => {
    expect(
      fieldsRefused({
        nome: "x".repeat(121),
        idea: 5,
        stage: "stage-unknown",
        anno_costituzione: "20225",
        sustainableretail_video: "ftp://example.org",
        referente_email: "giulia@",
        referente_telefono: "abc",
        team: [{ ...member, phone: "12", info: "tv", role: "" }],
        event_id: "zz",
      }),
    ).toEqual({
      nome: "too_long",
      idea: "invalid_type",
      stage: "invalid_choice",
      anno_costituzione: "invalid_year",
      sustainableretail_video: "invalid_url",
      referente_email: "invalid_email",
      referente_telefono: "invalid_phone",
      "team.0.phone": "invalid_phone",
      "team.0.info": "invalid_choice",
      "team.0.role": "required",
      event_id: "invalid_type",
    });
  });

  test("a sixth member is too many, and a member without a field is refused", () => {
    expect(fieldsRefused({ team: Array(6).fill(member) })).toEqual({ team: "too_many" });
    const { phone: _, ...withoutPhone } = member;
    expect(fieldsRefused({ team: [withoutPhone] })).toEqual({ "team.0.phone": "required" });
    expect(memberSchema.parse(member)).toEqual(member);
  });

  test("half a character, as a length limit may leave it, costs nobody their draft", () => {
    const half = "idea \ud83d";
    expect(saveProjectSchema.parse({ nome: half, idea: `${half}\u{1f680}` })).toMatchObject({
      nome: "idea \ufffd",
      idea: "idea \ufffd\u{1f680}",
    });
    expect(memberSchema.shape.name.parse(half)).toBe("idea \ufffd");
  });

  test("any JSON is either accepted or refused by field name, and never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const result = saveProjectSchema.safeParse(body);
        if (!result.success)
          expect(Object.keys(fieldErrors(result.error)).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("files", () => {
  test("size and name are judged before the first byte", () => {
    expect(fileProblem("pitch", "Deck.PDF", UPLOAD_MAX_BYTES)).toBeNull();
    expect(fileProblem("pitch", "deck.pptx", 10)).toBe("file_type_not_allowed");
    expect(fileProblem("video", "clip.mp4", UPLOAD_MAX_BYTES + 1)).toBe("too_large");
    expect(fileProblem("video", "clip.mp4", 0)).toBe("file_empty");
    expect(fileProblem("logo", "logo.svg", 10)).toBe("file_type_not_allowed");
    expect(extensionOf(".mp4")).toBe("");
  });
});

describe("the document", () => {
  test("every endpoint is in it once, and every reference resolves", () => {
    const document = openApiDocument(endpoints, { title: "t", version: "1", baseUrl: "/wp-json" });
    const text = JSON.stringify(document);
    const schemas = (document.components as { schemas: object }).schemas;
    for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(schemas).toHaveProperty(name ?? "");
    }
    expect(text).not.toContain("$defs");
    expect(text.match(/"operationId"/g)).toHaveLength(endpoints.length);
    expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length);
  });

  test("an error is described by every code it may have", () => {
    const document = openApiDocument([], { title: "t", version: "1", baseUrl: "/wp-json" });
    const { schemas } = document.components as {
      schemas: { Error: { properties: { code: { enum: string[] } } } };
    };
    expect(schemas.Error.properties.code.enum).toEqual(Object.keys(ERROR_STATUS));
  });

  test("every error code has a status a client can act on", () => {
    for (const status of Object.values(ERROR_STATUS)) {
      expect(status === 503 || (status >= 400 && status < 500)).toBe(true);
    }
  });
});

test("a founding year lies between anything alive and now", () => {
  const now = new Date().getFullYear();
  for (const year of ["1900", "2025", String(now)]) expect(isYear(year)).toBe(true);
  for (const year of ["1500", "1899", String(now + 1), "20225", "duemila"])
    expect(isYear(year)).toBe(false);
});

test.each([
  ["a@b.it", true],
  ["Giulia.Ferraro+slancio@mail.example.it", true],
  ["o'neill=x@example.org", true],
  ["=?utf-8?q?a?=@x.zz", false],
  ["a%evil@x.zz", false],
  ["evil!a@x.zz", false],
  [".a@x.zz", false],
  ["a.@x.zz", false],
  ["a..b@x.zz", false],
])("%s is an address: %s", (address, is) => {
  expect(isEmail(address)).toBe(is);
});
