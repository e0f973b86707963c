import { signIn, signOut } from "@/lib/api/session/sign-in";

export async function POST(request: Request): Promise<Response> {
  return signIn(request);
}

export async function DELETE(request: Request): Promise<Response> {
  return signOut(request);
}
