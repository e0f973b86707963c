import { notFound } from "next/navigation";
import { connection } from "next/server";

/** Any address no other page answers: without this file the 404 would not know its language. */
export default async function Rest() {
  // Per request: unknown addresses must not be rendered once and kept one by one.
  await connection();
  notFound();
}
