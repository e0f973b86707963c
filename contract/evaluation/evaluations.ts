import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, requiredLine, TEXT_MAX } from "../fields";
import { renditionQuery } from "../project/renditions";
import {
  closeEvaluationSchema,
  editionRoundQuery,
  evaluationSchema,
  projectForEvaluationSchema,
  projectListQuerySchema,
  projectListSchema,
  rankingSchema,
  saveEvaluationSchema,
} from "./evaluation-schemas";
import { roundInBody, roundQuery } from "./rounds";

export const listProjects = endpoint({
  name: "listProjects",
  method: "GET",
  path: "wp/v2/projects",
  summary: "The sent projects of an edition, with the caller's own evaluation of each",
  access: "evaluator",
  query: projectListQuerySchema,
  answer: { status: 200, json: projectListSchema, headers: ["X-WP-Total", "X-WP-TotalPages"] },
  errors: ["invalid_fields", "not_found"],
});

export const getProjectForEvaluation = endpoint({
  name: "getProjectForEvaluation",
  method: "GET",
  path: "wp/v2/projects/{id}",
  summary: "The version that was sent, with its files and the caller's evaluation",
  access: "evaluator",
  query: roundQuery,
  answer: { status: 200, json: projectForEvaluationSchema },
  errors: ["invalid_fields", "not_found"],
});

export const getEvaluationFile = endpoint({
  name: "getEvaluationFile",
  method: "GET",
  path: "wp/v2/projects/{id}/files/{fileId}",
  summary: "A file of the version that was sent",
  access: "evaluator",
  query: renditionQuery,
  headers: ["Range"],
  answer: { status: 200, bytes: "application/octet-stream" },
  errors: ["not_found"],
});

export const saveEvaluation = endpoint({
  name: "saveEvaluation",
  method: "POST",
  path: "wp/v2/projects/{id}/evaluation",
  summary:
    "Set given scores and the private note, absent ones stay; `read` alone lets the scores stand for a version sent since",
  access: "evaluator",
  headers: ["If-Match"],
  body: saveEvaluationSchema,
  answer: { status: 200, json: evaluationSchema },
  errors: [
    "conflict_of_interest",
    "evaluation_closed",
    "not_yet_open",
    "project_recused",
    "reading_taken",
    "version_conflict",
    "invalid_fields",
    "not_found",
  ],
});

export const recuse = endpoint({
  name: "recuse",
  method: "POST",
  path: "wp/v2/projects/{id}/recusal",
  summary: "Step back from a project, with the reason on record",
  access: "evaluator",
  body: z.object({ reason: requiredLine(TEXT_MAX), ...roundInBody }),
  answer: { status: 204 },
  errors: ["evaluation_closed", "invalid_fields", "not_found"],
});

export const takeBackRecusal = endpoint({
  name: "takeBackRecusal",
  method: "DELETE",
  path: "wp/v2/projects/{id}/recusal",
  summary: "Take a recusal back",
  access: "evaluator",
  query: roundQuery,
  answer: { status: 204 },
  errors: [
    "conflict_of_interest",
    "evaluation_closed",
    "invalid_fields",
    "not_found",
    "reading_taken",
  ],
});

export const closeEvaluation = endpoint({
  name: "closeEvaluation",
  method: "POST",
  path: "wp/v2/projects_evaluations",
  summary:
    "Close at once, whatever is missing: all the caller's scores are frozen in a hashed record",
  access: "evaluator",
  body: closeEvaluationSchema,
  answer: {
    status: 200,
    json: z.object({
      closed: z.literal(true),
      closed_at: instantSchema,
      sha256: z.string(),
      /**
       * Number of the round whose evaluation the caller closed. Absent if the edition has only one round.
       */
      round: z.int().optional(),
    }),
  },
  errors: ["already_closed", "evaluation_closed", "not_yet_open", "invalid_fields", "not_found"],
});

export const getRanking = endpoint({
  name: "getRanking",
  method: "GET",
  path: "wp/v2/projects/ranking",
  summary: "Means, spread and ranks of closed evaluations, for those who have closed",
  access: "evaluator",
  query: editionRoundQuery,
  answer: { status: 200, json: rankingSchema },
  errors: ["evaluation_not_closed", "invalid_fields", "not_found"],
});

export const getDossier = endpoint({
  name: "getDossier",
  method: "GET",
  path: "wp/v2/projects/{id}/dossier",
  summary: "One project as a PDF",
  access: "evaluator",
  query: roundQuery,
  answer: { status: 200, bytes: "application/pdf" },
  errors: ["invalid_fields", "not_found"],
});

/** Tables of the export: projects with the caller's evaluations, scores by project and evaluator, and the ranking. */
const EXPORT_TABLES = ["list", "scores", "ranking"] as const;

export const exportProjects = endpoint({
  name: "exportProjects",
  method: "GET",
  path: "wp/v2/projects/export",
  summary:
    "All projects: a table as CSV, all tables as XLSX, or dossiers and files as a zip; scores of others only once the caller has closed",
  access: "evaluator",
  query: editionRoundQuery.extend({
    format: z.enum(["csv", "xlsx", "zip"], { error: "invalid_choice" }).default("csv"),
    /**
     * Table of a CSV export; an XLSX export contains all readable tables. The caller can read `ranking` only after
     * closing their own evaluation, and while no later round hides results.
     */
    table: z.enum(EXPORT_TABLES, { error: "invalid_choice" }).default("list"),
  }),
  answer: {
    status: 200,
    bytes: "application/octet-stream",
    // Response headers: the number of projects, and for a zip the expected number of bytes, for the progress bar.
    // Dossiers and the zip directory are estimated; all other sizes are exact.
    headers: ["X-WP-Total", "X-Export-Bytes"],
  },
  errors: ["evaluation_not_closed", "invalid_fields", "not_found"],
});

export const evaluationEndpoints = [
  listProjects,
  getRanking,
  exportProjects,
  getProjectForEvaluation,
  getEvaluationFile,
  saveEvaluation,
  recuse,
  takeBackRecusal,
  getDossier,
  closeEvaluation,
] as const;
