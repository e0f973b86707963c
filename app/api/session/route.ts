import { signIn, signOut } from "@/lib/api/sign-in";

export async function POST(request: Request): Promise<Response> {
  return signIn(request);
}

export async function DELETE(request: Request): Promise<Response> {
  return signOut(request);
}
