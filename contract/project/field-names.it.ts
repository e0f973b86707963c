import type { FieldNames } from "./project-fields";

/** Italian names of the application's fields. */
export const names: FieldNames = {
  nome: { label: "Nome della startup o dell’idea", short: "Nome" },
  idea: { label: "L’idea, con parole tue", name: "Descrizione dell’idea", short: "Idea" },
  tipologia_impresa: { label: "Tipologia di impresa" },
  tipologia_altro: { label: "Nome del progetto", short: "Nome del progetto (tipologia «Altro»)" },
  anno_costituzione: { label: "Anno di costituzione" },
  costituita: { label: "Impresa costituita" },
  femminile: {
    label: "Progetto a guida femminile",
    name: "Guida femminile (sì o no)",
    short: "A guida femminile",
  },
  stage: { label: "Stadio di sviluppo" },
  industry: { label: "Settore" },
  tech: { label: "Tecnologia" },
  tech_altro: { label: "Quale tecnologia?", name: "Quale tecnologia", short: "Altra tecnologia" },
  sustainableretail: {
    label: "Partecipi alla sfida Sustainable retail?",
    name: "Iscrizione alla sfida (sì o no)",
    short: "Partecipa alla sfida",
  },
  obiettivi: { label: "Obiettivi" },
  impatto: { label: "Impatto" },
  sustainableretail_video: { label: "Video per la sfida", short: "Video della sfida" },
  pitch: { label: "Pitch deck" },
  video: { label: "Video pitch" },
  altro_materiale: { label: "Altro materiale" },
  logo: { label: "Logo" },
  referente_nome_e_cognome: { label: "Nome e cognome", name: "Nome e cognome del referente" },
  referente_ruolo: { label: "Ruolo", name: "Ruolo del referente" },
  referente_email: { label: "Email", name: "Email del referente" },
  referente_telefono: { label: "Telefono", name: "Telefono del referente" },
  referente_age: { label: "Età", name: "Età del referente", short: "Età del referente" },
  team: { label: "Persone del team", name: "Almeno una persona nel team", short: "Team" },
};
