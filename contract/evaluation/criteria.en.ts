import type { CriteriaWords } from "./criteria";

export const words: CriteriaWords = {
  impact: {
    name: "Impact",
    says: "How much good it does, to whom, and for how long.",
    low: "It is not clear who would be better off, or by how much.",
    middle: "A definite group is better off; the evidence is thin, or the good does not last.",
    high: "It changes many lives, or a few deeply: it lasts, and it has been measured.",
  },
  utility: {
    name: "Utility",
    says: "How much somebody really needs it.",
    low: "Nobody has asked for it: the need is assumed.",
    middle: "The need is real, but already has other acceptable answers today.",
    high: "The need is urgent and verified, and has no answer today.",
  },
  feasibility: {
    name: "Feasibility",
    says: "Whether it can be done, by whom and with what.",
    low: "The people, the means or the sums to start with are missing.",
    middle: "It can start; timing, costs or skills still have gaps.",
    high: "Team, timing and costs hold up, and there is already proof, however small.",
  },
  scalability: {
    name: "Scalability",
    says: "How far it can grow and still be itself.",
    low: "It works only where it began, or only with those who thought of it.",
    middle: "It can be repeated elsewhere, but each time costs almost as much as the first.",
    high: "It reaches other places and other people without losing quality or purpose.",
  },
  innovation: {
    name: "Innovation",
    says: "How new it is compared with what already exists.",
    low: "It already exists, done this way.",
    middle: "It puts existing things together in a new way.",
    high: "It does something that was not done before, and it is clear why it works.",
  },
};
