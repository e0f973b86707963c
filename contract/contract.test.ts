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
  test("an application has five steps and sixteen required fields", () => {
    expect(STEPS).toHaveLength(5);
    expect(REQUIRED_FIELDS).toHaveLength(16);
    expect(STEPS.map((step) => stepProgress(step, {}).required)).toEqual([7, 1, 2, 5, 1]);
  });

  test("the empty application has all fields of the table", () => {
    expect(Object.keys(EMPTY_PROJECT)).toEqual(FIELD_NAMES);
  });

  test("progress is the whole percentage of filled required fields, rounded half up", () => {
    const seen: number[] = [];
    for (let filled = 0; filled <= 16; filled++) {
      seen.push(
        progress(Object.fromEntries(REQUIRED_FIELDS.slice(0, filled).map((n) => [n, "x"]))),
      );
    }
    expect(seen).toEqual([0, 6, 13, 19, 25, 31, 38, 44, 50, 56, 63, 69, 75, 81, 88, 94, 100]);
  });

  test("a field is filled by a non-empty text, a non-empty list, or an object with a key", () => {
    expect(["x", [0], { id: 1 }].map(isFilled)).toEqual([true, true, true]);
    expect(["", [], {}, null, undefined, 0, 5, true].some(isFilled)).toBe(false);
  });

  test("the status sent overrides all other statuses", () => {
    const full = Object.fromEntries(REQUIRED_FIELDS.map((name) => [name, "x"]));
    expect(projectStatus({}, false)).toBe("empty");
    expect(projectStatus({ nome: "x" }, false)).toBe("partial");
    expect(projectStatus(full, false)).toBe("completed");
    expect(projectStatus({}, true)).toBe("sent");
  });

  test("firstIncompleteStep returns the step where work resumes", () => {
    expect(firstIncompleteStep({})).toBe("idea");
    const idea = Object.fromEntries(
      FIELD_NAMES.filter((n) => PROJECT_FIELDS[n].step === "idea").map((n) => [n, "x"]),
    );
    expect(firstIncompleteStep(idea)).toBe("challenge");
  });
});

describe("a save", () => {
  test("a save drops unknown fields, keeps absent ones absent, and clears null", () => {
    expect(saveProjectSchema.parse({ nome: " Filò ", roles: ["evaluator"], stage: null })).toEqual({
      nome: "Filò",
      stage: "",
    });
  });

  test("a save accepts aliases, and the full names have priority", () => {
    expect(
      saveProjectSchema.parse({
        ruolo: "CTO",
        age: "age-under_30",
        email: "a@b.it",
        referente_email: "c@d.it",
      }),
    ).toEqual({ referente_ruolo: "CTO", referente_age: "age-under_30", referente_email: "c@d.it" });
  });

  test("a save names each wrong field with its code and path", () => {
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

  test("a save refuses a sixth member and a member without a required field", () => {
    expect(fieldsRefused({ team: Array(6).fill(member) })).toEqual({ team: "too_many" });
    const { phone: _, ...withoutPhone } = member;
    expect(fieldsRefused({ team: [withoutPhone] })).toEqual({ "team.0.phone": "required" });
    expect(memberSchema.parse(member)).toEqual(member);
  });

  test("a save accepts half a surrogate pair, which a length limit can leave behind", () => {
    const half = "idea \ud83d";
    expect(saveProjectSchema.parse({ nome: half, idea: `${half}\u{1f680}` })).toMatchObject({
      nome: "idea \ufffd",
      idea: "idea \ufffd\u{1f680}",
    });
    expect(memberSchema.shape.name.parse(half)).toBe("idea \ufffd");
  });

  test("a save either accepts any JSON or refuses it by field name and never throws", () => {
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
  test("a file's size and name are checked before its content", () => {
    expect(fileProblem("pitch", "Deck.PDF", UPLOAD_MAX_BYTES)).toBeNull();
    expect(fileProblem("pitch", "deck.pptx", 10)).toBe("file_type_not_allowed");
    expect(fileProblem("video", "clip.mp4", UPLOAD_MAX_BYTES + 1)).toBe("too_large");
    expect(fileProblem("video", "clip.mp4", 0)).toBe("file_empty");
    expect(fileProblem("logo", "logo.svg", 10)).toBe("file_type_not_allowed");
    expect(extensionOf(".mp4")).toBe("");
  });
});

describe("the OpenAPI document", () => {
  test("the OpenAPI document has each endpoint once and resolves all references", () => {
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

  test("the OpenAPI document lists all possible codes of an error", () => {
    const document = openApiDocument([], { title: "t", version: "1", baseUrl: "/wp-json" });
    const { schemas } = document.components as {
      schemas: { Error: { properties: { code: { enum: string[] } } } };
    };
    expect(schemas.Error.properties.code.enum).toEqual(Object.keys(ERROR_STATUS));
  });

  test("each error code has an HTTP status that a client can handle", () => {
    for (const status of Object.values(ERROR_STATUS)) {
      expect(status === 503 || (status >= 400 && status < 500)).toBe(true);
    }
  });
});

test("a founding year is between FIRST_YEAR and the current year", () => {
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
])("%s is an email address: %s", (address, is) => {
  expect(isEmail(address)).toBe(is);
});
