import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import { fileRule } from "@/contract/project/file-rules";
import { FILE_FIELDS, type FileField } from "@/contract/project/project-fields";
import { inLanguages } from "@/tests/support/in-languages";
import { renderWithWords } from "@/tests/support/render";
import { useRefusalMessages } from "./refusal-messages";

type Refusal = Parameters<ReturnType<typeof useRefusalMessages>>[1];

function Said({ field, refusal }: { field: FileField; refusal: Refusal }) {
  return <p data-testid="said">{useRefusalMessages()(field, refusal)}</p>;
}
function said(field: FileField, refusal: Refusal, language: Language): string {
  const { unmount } = renderWithWords(<Said field={field} refusal={refusal} />, language);
  const text = screen.getByTestId("said").textContent ?? "";
  unmount();
  return text;
}

/** The real types that the server finds in a file whose name was changed to an accepted extension. */
const RENAMED: readonly Omit<Refusal, "name" | "code">[] = [
  { reason: "pptx" },
  { reason: "heic" },
  ...[".pptx", ".ppsx", ".docx", ".png", ".mp4", ".pdf", ".wmv"].map(
    (named) => ({ reason: "other_type", named }) as const,
  ),
];

describe.each(LANGUAGES)("the refusal of a renamed file in %s", (language) => {
  const NOT_ALLOWED = inLanguages("non è tra quelli consentiti", "not among those allowed");

  test.each(FILE_FIELDS)("never names an accepted type as the reason (%s)", (field) => {
    const { extensions } = fileRule(field);
    for (const extension of extensions) {
      for (const finding of RENAMED) {
        const text = said(
          field,
          { name: `deck${extension}`, code: "file_content_mismatch", ...finding },
          language,
        );
        expect(text).not.toContain(NOT_ALLOWED[language]);
        expect(text).toContain(extension);
      }
    }
  });

  test.each(FILE_FIELDS)("never asks for a type that the field refuses (%s)", (field) => {
    const { extensions } = fileRule(field);
    const types = [".pptx", ".pps", ".heic"].map(
      (type) => ({ name: `a${type}`, code: "file_type_not_allowed" }) as const,
    );
    const renamed = RENAMED.map(
      (finding) =>
        ({ name: `a${extensions[0]}`, code: "file_content_mismatch", ...finding }) as const,
    );
    for (const refusal of [...types, ...renamed]) {
      const text = said(field, refusal, language);
      if (/PDF, (poi carica|then upload)/.test(text)) expect(extensions).toContain(".pdf");
      if (/(Esportala come|Export it as) \.jpg/.test(text)) expect(extensions).toContain(".jpg");
    }
  });
});

test.each([
  [
    "it",
    "Il contenuto è quello di un file .pptx, anche se il nome finisce in .ppt. In PowerPoint: File › Esporta › PDF, poi carica il PDF.",
  ],
  [
    "en",
    "The contents are those of a .pptx file, although the name ends in .ppt. In PowerPoint: File › Export › PDF, then upload the PDF.",
  ],
] as const)(
  "a .pptx named .ppt is refused with its real type and the next step (%s)",
  (language, text) => {
    const refusal = { name: "deck.ppt", code: "file_content_mismatch", reason: "pptx" } as const;
    expect(said("pitch", refusal, language)).toBe(text);
  },
);
