// @ts-check
/** A file sent in chunks over HTTP; pure but for what it is given, so that Node tests it. */

/** What one request carries; the server takes no more. */
export const CHUNK_BYTES = 4_000_000;
const TRIES = 3;
const WAIT_MS = 1000;

/** Why a file is not even begun: too large; empty if nothing stands against it. */
export function tooLarge({ size }, { max_bytes: most, max_text: text }) {
  return size > most ? `Not sent: it is larger than the ${text} that one file may have.` : "";
}

/**
 * Send a file to its end. A chunk that may have arrived is asked after, never sent twice; a server that asks to wait is waited for.
 * @param {{file: Blob, address: string, signal: AbortSignal, onSent: (bytes: number) => void, request?: typeof fetch,
 *   wait?: (ms: number, signal: AbortSignal) => Promise<void>}} options
 */
export async function sendFile({ file, address, signal, onSent, request = fetch, wait = pause }) {
  let sent = 0;
  let failures = 0;
  while (sent < file.size) {
    signal.throwIfAborted();
    const answer = await attempt(request, `${address}?offset=${sent}`, file.slice(sent, sent + CHUNK_BYTES), signal);
    if (answer?.status === 429) {
      await wait(WAIT_MS * Number(answer.headers.get("Retry-After") || 1), signal);
      continue;
    }
    if (answer && !answer.ok && answer.status !== 409) throw new Error((await answer.text()).trim());
    const received = answer ? (await answer.json()).received : sent;
    if (received > sent) failures = 0;
    else if (++failures >= TRIES) throw new Error("The connection was lost.");
    else await wait(WAIT_MS * failures, signal);
    sent = received;
    onSent(sent);
  }
}

/** One request; null if it failed on its way. */
async function attempt(request, address, body, signal) {
  try {
    return await request(address, { method: "PUT", body, signal, headers: { "Content-Type": "application/octet-stream" } });
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

function pause(ms, signal) {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });
}
