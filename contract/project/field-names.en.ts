import type { FieldNames } from "./project-fields";

/** English names of the application's fields. */
export const names: FieldNames = {
  nome: { label: "Name of the startup or idea", short: "Name" },
  idea: { label: "The idea, in your own words", name: "Description of the idea", short: "Idea" },
  tipologia_impresa: { label: "Type of company" },
  tipologia_altro: { label: "Project name", short: "Project name (type “Other”)" },
  anno_costituzione: { label: "Year founded" },
  costituita: { label: "Company already founded", short: "Company founded" },
  femminile: { label: "Female-led", name: "Female-led (yes or no)" },
  stage: { label: "Stage of development" },
  industry: { label: "Sector" },
  tech: { label: "Technology" },
  tech_altro: { label: "Which technology?", name: "Which technology", short: "Other technology" },
  sustainableretail: {
    label: "Are you taking part in the Sustainable retail challenge?",
    name: "Part in the challenge (yes or no)",
    short: "Takes part in the challenge",
  },
  obiettivi: { label: "Goals" },
  impatto: { label: "Impact" },
  sustainableretail_video: { label: "Video for the challenge", short: "Challenge video" },
  pitch: { label: "Pitch deck" },
  video: { label: "Pitch video" },
  altro_materiale: { label: "Other material" },
  logo: { label: "Logo" },
  referente_nome_e_cognome: {
    label: "First and last name",
    name: "Contact’s first and last name",
    short: "Full name",
  },
  referente_ruolo: { label: "Role", name: "Contact’s role" },
  referente_email: { label: "Email", name: "Contact’s email" },
  referente_telefono: { label: "Phone", name: "Contact’s phone" },
  referente_age: { label: "Age", name: "Contact’s age", short: "Contact’s age" },
  team: { label: "People of the team", name: "At least one person in the team", short: "Team" },
};
