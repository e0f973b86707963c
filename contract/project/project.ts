import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema } from "../fields";
import { saveCaptionsSchema } from "./captions";
import {
  calendarSchema,
  projectAnswerSchema,
  receiptSchema,
  saveProjectSchema,
  saveReportSchema,
} from "./project-schemas";
import { renditionQuery } from "./renditions";
import { TIMELINE_TYPES } from "./timeline";

const writeErrors = [
  "deadline_passed",
  "not_yet_open",
  "locked_after_sending",
  "version_conflict",
] as const;

export const getProject = endpoint({
  name: "getProject",
  method: "GET",
  path: "wp/v2/project",
  summary: "The caller's application in the current edition",
  access: "user",
  answer: { status: 200, json: projectAnswerSchema },
});

export const saveProject = endpoint({
  name: "saveProject",
  method: "POST",
  path: "wp/v2/project",
  summary: "Save given fields; all or nothing: a 422 stores nothing",
  access: "user",
  headers: ["If-Match"],
  body: saveProjectSchema,
  answer: { status: 200, json: saveReportSchema },
  errors: [...writeErrors, "invalid_fields"],
});

export const sendProject = endpoint({
  name: "sendProject",
  method: "POST",
  path: "wp/v2/project/send",
  summary: "Send the application; sending again unchanged answers the same receipt",
  access: "user",
  headers: ["If-Match", "Idempotency-Key"],
  answer: {
    status: 200,
    json: z.object({ projectSentAt: instantSchema, receipt: receiptSchema }),
  },
  errors: [
    ...writeErrors,
    "person_in_two_projects",
    "project_incomplete",
    "not_found",
    "too_many_sends",
  ],
});

export const withdrawProject = endpoint({
  name: "withdrawProject",
  method: "DELETE",
  path: "wp/v2/project",
  summary: "Withdraw: hidden from evaluators, restorable until the deadline, then erased",
  access: "user",
  answer: { status: 204 },
  errors: [...writeErrors, "not_found"],
});

export const restoreProject = endpoint({
  name: "restoreProject",
  method: "POST",
  path: "wp/v2/project/restore",
  summary: "Take a withdrawal back",
  access: "user",
  answer: { status: 200, json: projectAnswerSchema },
  errors: [...writeErrors, "not_found"],
});

export const revertProject = endpoint({
  name: "revertProject",
  method: "POST",
  path: "wp/v2/project/revert",
  summary:
    "Drop the changes made since it was sent: texts and files are again those that were sent",
  access: "user",
  headers: ["If-Match"],
  answer: { status: 200, json: projectAnswerSchema },
  errors: [...writeErrors, "not_found"],
});

export const getReceipt = endpoint({
  name: "getReceipt",
  method: "GET",
  path: "wp/v2/project/receipt",
  summary: "The receipt of the version that was sent",
  access: "user",
  answer: { status: 200, bytes: "application/pdf" },
  errors: ["not_found"],
});

export const getTimeline = endpoint({
  name: "getTimeline",
  method: "GET",
  path: "wp/v2/project/timeline",
  summary: "Everything that happened to the application, newest first",
  access: "user",
  answer: {
    status: 200,
    json: z.object({
      events: z.array(
        z.object({
          at: instantSchema,
          type: z.enum(TIMELINE_TYPES),
          data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        }),
      ),
      /** The edition's dates for this applicant, past and future, earliest first. */
      dates: calendarSchema,
    }),
  },
  errors: ["not_found"],
});

export const getProjectFile = endpoint({
  name: "getProjectFile",
  method: "GET",
  path: "wp/v2/project/files/{id}",
  summary: "A file's bytes, as an attachment with the checked type, or those of its rendition",
  access: "user",
  query: renditionQuery,
  headers: ["Range"],
  answer: { status: 200, bytes: "application/octet-stream" },
  errors: ["not_found"],
});

export const deleteProjectFile = endpoint({
  name: "deleteProjectFile",
  method: "DELETE",
  path: "wp/v2/project/files/{id}",
  summary: "Delete a file, or cancel an unfinished upload",
  access: "user",
  answer: { status: 204 },
  errors: [...writeErrors, "not_found"],
});

export const saveCaptions = endpoint({
  name: "saveCaptions",
  method: "POST",
  path: "wp/v2/project/files/{id}/captions",
  summary: "Replace the captions of a video; without cues, delete them",
  access: "user",
  headers: ["If-Match"],
  body: saveCaptionsSchema,
  answer: { status: 204 },
  errors: [...writeErrors, "invalid_fields", "not_found"],
});

const fileErrors = [
  "file_content_mismatch",
  "file_unreadable",
  "file_too_many_slides",
  "file_too_long",
  "file_unsafe",
] as const;

const tusErrors = ["invalid_upload", "tus_version"] as const;

/** OPTIONS request of tus 1.0.0: returns the features of the upload protocol that the server supports. */
export const describeUploads = endpoint({
  name: "describeUploads",
  method: "OPTIONS",
  path: "wp/v2/project/files",
  summary: "tus: version, extensions and the largest upload",
  access: "anyone",
  answer: { status: 204 },
});

/**
 * POST request that creates an upload in tus 1.0.0. Headers: `Upload-Length`, `Upload-Metadata: field, filename,
 * filetype`.
 */
export const createUpload = endpoint({
  name: "createUpload",
  method: "POST",
  path: "wp/v2/project/files",
  summary: "tus: begin an upload (no deferred length); Location names it",
  access: "user",
  answer: { status: 201 },
  errors: [
    ...writeErrors,
    ...tusErrors,
    "too_large",
    "file_empty",
    "file_type_not_allowed",
    "invalid_choice",
    "upload_quota",
    "too_many_heavy_files",
  ],
});

export const getUpload = endpoint({
  name: "getUpload",
  method: "HEAD",
  path: "wp/v2/project/files/{id}",
  summary: "tus: how many bytes have arrived",
  access: "user",
  answer: { status: 200 },
  errors: ["tus_version", "not_found", "too_many_heavy_files"],
});

export const continueUpload = endpoint({
  name: "continueUpload",
  method: "PATCH",
  path: "wp/v2/project/files/{id}",
  summary: "tus: more bytes; the request that completes the upload checks the file and attaches it",
  access: "user",
  answer: { status: 204 },
  errors: [
    ...writeErrors,
    ...tusErrors,
    ...fileErrors,
    "wrong_media_type",
    "upload_conflict",
    "too_large",
    "not_found",
    "too_many_heavy_files",
  ],
});

export const projectEndpoints = [
  getProject,
  saveProject,
  withdrawProject,
  sendProject,
  restoreProject,
  revertProject,
  getReceipt,
  getTimeline,
  describeUploads,
  createUpload,
  getUpload,
  continueUpload,
  getProjectFile,
  deleteProjectFile,
  saveCaptions,
] as const;
