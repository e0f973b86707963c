import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { MESSAGES } from "../support/render";

/*
 * The Italian sentences that the product's owner agreed word for word, by message key. Editors can change all other
 * sentences.
 */

const SENTENCES = {
  "login.failed": "Errore durante il login. Riprovare.",
  "registration.failed": "Errore durante la registrazione. Riprovare.",
  "registration.thanks.title": "Registrazione avvenuta con successo!",
  "login.recovery.failed": "Errore durante la richiesta di recupero password. Riprovare.",
  "login.reset.failed": "Errore durante il reset della password. Riprovare.",
  "login.reset.done": "Password modificata con successo. Ora puoi effettuare il login.",
  "profile.failed": "Errore durante il salvataggio. Riprovare.",
  "profile.saved": "Profilo salvato con successo!",
  "profile.deactivate.failed": "Errore durante la disattivazione. Riprovare.",
  "login.deactivated": "Account disattivato correttamente.",
  "uploads.failed": "Errore durante il caricamento del file. Riprova.",
  "uploads.deleteFailed": "Errore durante la cancellazione del file.",
  "project.failed.save": "Errore durante il salvataggio. Riprovare.",
  "project.failed.withdraw": "Errore durante la cancellazione. Riprovare.",
  "project.failed.load": "Errore di caricamento. Riprovare.",
  "loading.error": "Errore di caricamento.",
  "fieldErrors.required": "Campo obbligatorio",
  "fieldErrors.invalid_email": "Inserisci un'email valida",
  "fieldErrors.invalid_phone": "Inserisci un numero di telefono valido",
  "fieldErrors.weak_password": "La password non è abbastanza sicura",
  "fieldErrors.mismatch": "La password non coincide",
  "fieldErrors.captcha_failed": "Dimostra di non essere un robot",
  "errors.project_incomplete":
    "Per procedere alla candidatura devi compilare tutti i campi obbligatori!",
} as const;
type Name = keyof typeof SENTENCES;

test.each(LANGUAGES)("a failed login has one sentence wherever the user logs in (%s)", (locale) => {
  const t = createTranslator({ locale, messages: MESSAGES[locale] });
  const said = (["login.failed", "session.failed", "social.failed"] as const).map((name) =>
    t(name),
  );
  expect(new Set(said).size).toBe(1);
});

test("agreed sentences are unchanged", () => {
  const t = createTranslator({ locale: "it", messages: MESSAGES.it });
  const said = Object.keys(SENTENCES).map((name) => [name, t(name as Name)]);
  expect(Object.fromEntries(said)).toEqual(SENTENCES);
  expect(t("uploads.tooLarge", { value: "100 MB" })).toBe(
    "Il file non deve superare la dimensione di 100 MB.",
  );
  expect(t("uploads.typeNotAllowed", { values: ".pdf, .ppt" })).toBe(
    "Il formato del file non è tra quelli consentiti (.pdf, .ppt).",
  );
  const english = createTranslator({ locale: "en", messages: MESSAGES.en });
  expect(english("notFound.subtitle")).toMatch(/^This page could not be found\. /);
  expect(t("notFound.subtitle")).toMatch(/^Questa pagina non è stata trovata\. /);
});
