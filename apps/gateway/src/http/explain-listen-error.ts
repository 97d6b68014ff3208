/** Why a server cannot listen on its port and host, and what to do. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  { port, host }: { port: number; host: string },
): Error {
  const { code, syscall, message } = error;
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is in use. Set PORT to another one.`);
  if (code === 'EACCES')
    return new Error(`PORT ${port} cannot be used: ${message}. Set it to one that is not reserved for root.`);
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') {
    const remedy = 'Set it to an address of this machine, or to 0.0.0.0 for all of them.';
    return new Error(`HOST ${host} cannot be used: ${message}. ${remedy}`);
  }
  return error;
}
