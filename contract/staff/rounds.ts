import { z } from "zod";
import { READINGS_MAX } from "../edition-figures";
import { type AnswerOf, endpoint } from "../endpoint";
import { STAGE_IDS } from "../evaluation/funnel";
import { roundInAnswer, roundSchema } from "../evaluation/rounds";
import { booleanSchema, instantSchema, requiredLine, wrongChoice, wrongType } from "../fields";
import { perLanguage } from "../languages";
import { action, CHOSEN_MAX } from "./preview";

/*
 * Endpoints with which staff create, change, close, and remove the evaluation rounds of an edition.
 */

const count = z.int().min(0);
const personSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });

/**
 * The round to which the response refers, and all rounds with their progress. Absent if the edition has only one round.
 */
export const roundStripInAnswer = {
  ...roundInAnswer,
  /** Rounds in the order of the selection stages that they decide. */
  rounds: z
    .array(
      roundSchema.extend({
        opened: z.boolean(),
        /** True for the running round, which staff see by default. */
        usual: z.boolean(),
        closed_at: instantSchema.nullable(),
        /** True if another round repeats this round. The results of a repeated round decide no selection stage. */
        replaced: z.literal(true).optional(),
        projects: count,
        evaluators: count,
        closed: count,
      }),
    )
    .optional(),
};
const stripSchema = z.object(roundStripInAnswer);
export type RoundStrip = Pick<z.infer<typeof stripSchema>, "round" | "rounds">;

/** Reasons why a round cannot open on its date, in the order in which staff can fix them. */
export const OPENING_OBSTACLES = ["stage_unreleased", "no_projects", "no_jury"] as const;

export const ROUND_STATES = ["to_come", "open", "over", "closed", "final"] as const;

const staffRoundSchema = roundSchema
  .extend({
    /**
     * State of the round. `over`: the end of the round has passed, but staff have not closed the round. `final`: the
     * results cannot change any more, because a later round that uses them has opened.
     */
    state: z.enum(ROUND_STATES),
    /** Number of the earlier round whose selected projects are the projects of this round. Null for the first round. */
    reads: z.int().nullable(),
    /**
     * Number of readings per project in the round: from the round's settings (`own`, null if they set none), from the
     * current assignment plan (`planned`, null without a plan), and the number that applies (`wanted`).
     */
    readings: z.object({
      own: z.int().nullable(),
      planned: z.int().nullable(),
      wanted: z.int(),
    }),
    shows_earlier: z.boolean(),
    /** Whether public pages and applicants see the round's dates. */
    public: z.boolean(),
    /**
     * Whether the round's evaluators write texts for applicants (`feedback`), and whether applicants learn if their
     * project is above, around, or below the median (`band`). For the first round, the edition's settings determine
     * both values.
     */
    feedback: z.boolean(),
    band: z.boolean(),
    /**
     * Whether the round's evaluators discuss a project once all evaluators of the project have closed their
     * evaluations.
     */
    discussion: z.boolean(),
    closed_at: instantSchema.nullable(),
    projects: count,
    /** Number of the round's evaluators, and number of these who have closed their evaluation. */
    evaluators: count,
    closed: count,
    jury: z.array(personSchema),
    /** Reasons other than the date that prevent the round from opening; empty once the round is open. */
    obstacles: z.array(z.enum(OPENING_OBSTACLES)),
    removable: z.boolean(),
  })
  .meta({ id: "StaffRound" });
export type StaffRound = z.infer<typeof staffRoundSchema>;

const roundsSchema = z
  .object({
    edition: z.int(),
    /** Rounds in the order of the selection stages that they decide; empty if the edition has only one round. */
    rounds: z.array(staffRoundSchema),
    /** Selection stages for which staff can create a round, with suggested names for the round. */
    stages: z.array(z.object({ stage: z.enum(STAGE_IDS), names: roundSchema.shape.names })),
    /**
     * All evaluators. An evaluator with a staff role (`staff`) sees the results of earlier rounds in the control room.
     * Such an evaluator can be on a round's jury only if the whole jury can see these results.
     */
    evaluators: z.array(personSchema.extend({ staff: z.boolean() })),
    /** Number of readings per project in rounds without their own number. */
    readings: z.int(),
    /** Earliest start of a further round. Null if the evaluation of a round has no end. */
    next_opens: instantSchema.nullable(),
    /** Years of other editions whose later rounds staff can copy, newest first. */
    copies: z.array(z.int()),
  })
  .meta({ id: "StaffRounds" });

export const getRounds = endpoint({
  name: "getRounds",
  method: "GET",
  path: "wp/v2/staff/editions/{year}/rounds",
  summary: "The rounds of an edition with their juries, and what prevents one from opening",
  access: "staff",
  answer: { status: 200, json: roundsSchema },
  errors: ["not_found"],
});
export type StaffRounds = AnswerOf<typeof getRounds>;

const day = z.iso.date({ error: "invalid_choice" });
const nameSchema = requiredLine();
const names = z.object(
  perLanguage(() => nameSchema),
  { error: "invalid_type" },
);
const jury = z
  .array(z.uuid({ error: "invalid_choice" }), { error: "invalid_type" })
  .max(CHOSEN_MAX, { error: "too_many" });
/**
 * Schemas of the settings of a round that are numbers: the readings per project, and the round's weight (percent) in a
 * ranking that combines two rounds. If the readings are null, the edition's number applies. If the weight is null, only
 * this round decides the ranking.
 */
export const ROUND_NUMBERS = {
  readings: z
    .int({ error: "invalid_type" })
    .min(1, { error: "invalid_choice" })
    .max(READINGS_MAX, { error: "invalid_choice" })
    .nullable(),
  weight: z
    .int({ error: "invalid_type" })
    .min(1, { error: "invalid_choice" })
    .max(99, { error: "invalid_choice" })
    .nullable(),
};
const { readings, weight } = ROUND_NUMBERS;

export const makeRound = action({
  name: "makeRound",
  path: "wp/v2/staff/editions/{year}/rounds",
  summary: "Make a round for a stage, from a day of Rome to another, both included",
  confirm: { step: "reason" },
  input: {
    stage: z.enum(STAGE_IDS, wrongChoice),
    names,
    opens: day,
    closes: day,
    jury,
    readings: readings.default(null),
    weight: weight.default(null),
    shows_earlier: booleanSchema.default(false),
    public: booleanSchema.default(false),
    feedback: booleanSchema.default(false),
    band: booleanSchema.default(false),
    discussion: booleanSchema.default(false),
  },
});

export const copyRounds = action({
  name: "copyRounds",
  path: "wp/v2/staff/editions/{year}/round-copies",
  summary:
    "Make the later rounds of another edition in this one, with the same days and evaluators",
  confirm: { step: "reason" },
  input: { from: z.int(wrongType) },
});

export const changeRound = action({
  name: "changeRound",
  path: "wp/v2/staff/editions/{year}/rounds/{number}",
  summary:
    "Change a round’s names, readings and weight, and what it shows to its jury, to applicants and to the public",
  confirm: { step: "reason" },
  input: {
    names: names.optional(),
    readings: readings.optional(),
    weight: weight.optional(),
    shows_earlier: booleanSchema.optional(),
    public: booleanSchema.optional(),
    feedback: booleanSchema.optional(),
    band: booleanSchema.optional(),
    discussion: booleanSchema.optional(),
  },
});

export const setRoundDates = action({
  name: "setRoundDates",
  path: "wp/v2/staff/editions/{year}/rounds/{number}/dates",
  summary: "Move the days of a later round; the first one has the edition’s",
  confirm: { step: "reason" },
  input: { opens: day.optional(), closes: day.optional() },
});

export const setRoundJury = action({
  name: "setRoundJury",
  path: "wp/v2/staff/editions/{year}/rounds/{number}/jury",
  summary: "Set the evaluators of a round",
  confirm: { step: "reason" },
  input: { jury },
});

/**
 * Only a director can run these actions, and must confirm them with a passkey, because they make a round's results
 * final or reopen the round.
 */
const WEIGHTY = { access: "director", confirm: { step: "key" } } as const;

export const closeRound = action({
  name: "closeRound",
  path: "wp/v2/staff/editions/{year}/rounds/{number}/closing",
  summary:
    "Close a round: scores no longer change, and evaluations that are still open do not count",
  ...WEIGHTY,
});

export const reopenRound = action({
  name: "reopenRound",
  path: "wp/v2/staff/editions/{year}/rounds/{number}/reopening",
  summary: "Undo the closing of a round, until the next round opens",
  ...WEIGHTY,
});

export const repeatRound = action({
  name: "repeatRound",
  path: "wp/v2/staff/editions/{year}/rounds/{number}/again",
  summary:
    "Run a later round again, on other days and with its own jury: a new round decides its stage, and staff can still read the former one",
  ...WEIGHTY,
  input: { opens: day, closes: day, jury },
});

export const removeRound = action({
  name: "removeRound",
  path: "wp/v2/staff/editions/{year}/rounds/{number}/removal",
  summary: "Remove a round that has not opened",
  confirm: { step: "reason" },
});

export const roundEndpoints = [
  getRounds,
  makeRound,
  copyRounds,
  changeRound,
  setRoundDates,
  setRoundJury,
  closeRound,
  reopenRound,
  repeatRound,
  removeRound,
] as const;
