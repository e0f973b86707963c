import type { ReasonWords } from "./reason-words";

export const words: ReasonWords = {
  strong: {
    impact: {
      people: "It is clear who benefits",
      proof: "The impact is measured",
      lasting: "The impact lasts",
    },
    utility: {
      need: "It meets a need that was verified",
      urgency: "The need is urgent",
      alternatives: "The need has no other answer today",
    },
    feasibility: {
      team: "The team has the skills it needs",
      plan: "Times and costs are realistic",
      trial: "A trial shows that it works",
    },
    scalability: {
      elsewhere: "It can be repeated elsewhere",
      costs: "It can grow faster than its costs",
      demand: "There is demand for growth",
    },
    innovation: {
      new: "The idea is new",
      different: "It differs from what already exists",
      explained: "It is clear why it works",
    },
  },
  missing: {
    impact: {
      people: "It is not clear who benefits",
      proof: "Data about the impact is missing",
      lasting: "It is not clear how long the impact lasts",
    },
    utility: {
      need: "The need was not verified",
      urgency: "The need does not seem urgent",
      alternatives: "The need already has other good answers",
    },
    feasibility: {
      team: "The team lacks some skills",
      plan: "Times or costs are not settled yet",
      trial: "A trial that shows it works is missing",
    },
    scalability: {
      elsewhere: "It is not clear how to repeat it elsewhere",
      costs: "The costs grow as fast as the project",
      demand: "Demand for growth is not shown",
    },
    innovation: {
      new: "Very similar projects already exist",
      different: "The difference from what exists is not clear",
      explained: "It is not clear why it would work",
    },
  },
  general: {
    places: "There were more good projects than places",
    early: "The project is still at too early a stage",
    scope: "The project is far from the programme’s themes",
    details: "The application did not give enough information",
  },
};
