/** Opens a port, or says in one line why that fails. */

/** Where to listen. */
export interface Address {
  port: number
  host: string
}

/** Calls `listen`. @throws Error with a sentence that names port and host. */
export async function bind<T>(address: Address, listen: (address: Address) => Promise<T>): Promise<T> {
  try {
    return await listen(address)
  } catch (error) {
    throw new Error(whyNot(error as NodeJS.ErrnoException, address), { cause: error })
  }
}

function whyNot(error: NodeJS.ErrnoException, { port, host }: Address): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${String(port)} on ${host} is in use`
    case 'EACCES':
      return `port ${String(port)} on ${host} is not for this user to open`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine`
    default:
      return `cannot listen on port ${String(port)} of ${host}: ${error.message}`
  }
}
