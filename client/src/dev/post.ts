// Requests to the bridge.

export type Answer = { ok: boolean; error?: { code: string; message: string } } & Record<string, unknown>;

export async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`/engine${path}`, { method: "POST", body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

/** The answer, or an error with what the bridge says. */
export async function get(path: string, body: object): Promise<Answer> {
  const answer = await post(path, body);
  if (!answer.ok) throw new Error(answer.error?.message ?? "no answer");
  return answer;
}
