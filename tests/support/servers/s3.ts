import { afterAll } from "vitest";
import { testFolder } from "../folder";
import { openS3 } from "./open-s3";

/** Starts an S3 server for one test file. */
export async function testS3() {
  const { close, ...s3 } = await openS3(await testFolder("s3"));
  afterAll(close);
  return s3;
}
