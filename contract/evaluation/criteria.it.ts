import type { CriteriaWords } from "./criteria";

export const words: CriteriaWords = {
  impact: {
    name: "Impatto",
    says: "Quanto bene fa, a chi, e per quanto tempo.",
    low: "Non si capisce chi starebbe meglio, né di quanto.",
    middle: "Fa bene a un gruppo preciso; le prove sono poche, o il bene dura poco.",
    high: "Cambia la vita di molti, o a fondo quella di pochi: dura, ed è misurato.",
  },
  utility: {
    name: "Utilità",
    says: "Quanto serve davvero a qualcuno.",
    low: "Nessuno l’ha chiesto: il bisogno è supposto.",
    middle: "Il bisogno è reale, ma oggi trova già altre risposte accettabili.",
    high: "Il bisogno è urgente e verificato, e oggi resta senza risposta.",
  },
  feasibility: {
    name: "Fattibilità",
    says: "Se si può fare, con chi e con che cosa.",
    low: "Mancano le persone, i mezzi o i conti per cominciare.",
    middle: "Si può cominciare; tempi, costi o competenze hanno ancora dei vuoti.",
    high: "Team, tempi e conti stanno in piedi, e c’è già una prova, anche piccola.",
  },
  scalability: {
    name: "Scalabilità",
    says: "Quanto può crescere restando sé stesso.",
    low: "Funziona solo dove è nato, o solo con chi l’ha pensato.",
    middle: "Si può ripetere altrove, ma ogni volta costa quasi come la prima.",
    high: "Arriva in altri luoghi e ad altre persone senza perdere qualità né senso.",
  },
  innovation: {
    name: "Innovazione",
    says: "Quanto è nuovo rispetto a ciò che c’è.",
    low: "C’è già, fatto così.",
    middle: "Mette insieme in modo nuovo cose che esistono.",
    high: "Fa qualcosa che prima non si faceva, e si capisce perché funziona.",
  },
};
