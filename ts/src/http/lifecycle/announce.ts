/** The line that says where a server listens. */

/** Says where a server listens; on a terminal with a warning if that is every address of the machine. */
export function sayListening(
  address: string,
  say: (line: string) => unknown,
  isTerminal = process.stderr.isTTY,
): void {
  say(`listening on ${address}`)
  if (isTerminal && /\/\/(0\.0\.0\.0|\[::\]):/.test(address)) {
    const port = new URL(address).port
    say(
      `everyone who reaches this machine can use it; --host 127.0.0.1 serves this machine alone. Here: http://localhost:${port}`,
    )
  }
}
