import type { ReasonWords } from "./reason-words";

export const words: ReasonWords = {
  strong: {
    impact: {
      people: "È chiaro chi ne beneficia",
      proof: "L’impatto è misurato",
      lasting: "L’impatto dura nel tempo",
    },
    utility: {
      need: "Risponde a un bisogno verificato",
      urgency: "Il bisogno è urgente",
      alternatives: "Oggi il bisogno non ha altre risposte",
    },
    feasibility: {
      team: "Il team ha le competenze che servono",
      plan: "Tempi e costi sono realistici",
      trial: "C’è già una prova che funziona",
    },
    scalability: {
      elsewhere: "Si può ripetere altrove",
      costs: "Può crescere senza che i costi crescano allo stesso ritmo",
      demand: "La domanda per crescere c’è",
    },
    innovation: {
      new: "L’idea è nuova",
      different: "È diverso da ciò che esiste già",
      explained: "Si capisce perché funziona",
    },
  },
  missing: {
    impact: {
      people: "Non è chiaro chi ne beneficia",
      proof: "Mancano dati sull’impatto",
      lasting: "Non si capisce quanto duri l’impatto",
    },
    utility: {
      need: "Il bisogno non è stato verificato",
      urgency: "Il bisogno non sembra urgente",
      alternatives: "Il bisogno ha già altre risposte valide",
    },
    feasibility: {
      team: "Nel team mancano alcune competenze",
      plan: "Tempi o costi non sono ancora definiti",
      trial: "Manca una prova che funzioni",
    },
    scalability: {
      elsewhere: "Non è chiaro come ripeterlo altrove",
      costs: "I costi crescono quanto il progetto",
      demand: "La domanda per crescere non è dimostrata",
    },
    innovation: {
      new: "Esistono già progetti molto simili",
      different: "La differenza da ciò che esiste già non è chiara",
      explained: "Non si capisce perché funzionerebbe",
    },
  },
  general: {
    places: "I progetti validi erano più dei posti disponibili",
    early: "Il progetto è ancora in una fase troppo iniziale",
    scope: "Il progetto è lontano dai temi del programma",
    details: "La candidatura non dava abbastanza informazioni",
  },
};
