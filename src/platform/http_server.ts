/**
 * Listening for HTTP on one address.
 * @module
 */

export type HttpHandle = (request: Request) => Promise<Response>;

export interface HttpServer {
  /** The port that was asked for, or the one the system chose for 0. */
  readonly port: number;
  /** Accepts nothing more, and ends once every response was sent, or after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export interface HttpListen {
  /** A name or an address, IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Takes what a handler threw, which is a fault of this program. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Listens on an address; `handleOf` gets its port.
 *
 * @throws what the system says about an address that cannot be had; see `isAddressTaken`
 */
export function listenHttp(
  { hostname, port, onFault }: HttpListen,
  handleOf: (port: number) => HttpHandle,
): HttpServer {
  const ending = new AbortController();
  const server = Deno.serve({
    hostname,
    port,
    signal: ending.signal,
    // By default it writes a line to stdout.
    onListen: () => {},
    onError: (error) => {
      onFault(error);
      return Response.json(
        { error_code: "internal", retryable: false, message: "Internal server error" },
        { status: 500 },
      );
    },
  }, (request) => handle(request));
  const handle = handleOf(server.addr.port);
  return {
    port: server.addr.port,
    stop: async (graceMs) => {
      const timer = setTimeout(() => ending.abort(), graceMs);
      await server.shutdown();
      await server.finished;
      clearTimeout(timer);
    },
  };
}

/** Whether listening failed because something else has the address. */
export function isAddressTaken(error: unknown): boolean {
  return error instanceof Deno.errors.AddrInUse;
}
