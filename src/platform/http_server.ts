/**
 * Listening for HTTP on one address.
 * @module
 */

/** What answers the requests. */
export interface RequestHandler {
  handle(request: Request): Promise<Response>;
}

export interface HttpServer {
  /** The port that was asked for, or the one the system chose for 0. */
  readonly port: number;
  /** Accepts nothing more, and waits until every response was sent, but no longer than `graceMs`. */
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
 * Listens on an address; `handlerOn` gets its port, which the answers rest on.
 *
 * @throws what the system says about an address that cannot be had; see `isAddressTaken`
 */
export function listenHttp<Handler extends RequestHandler>(
  { hostname, port, onFault }: HttpListen,
  handlerOn: (port: number) => Handler,
): { readonly server: HttpServer; readonly handler: Handler } {
  const server = Deno.serve({
    hostname,
    port,
    // By default it writes a line to stdout.
    onListen: () => {},
    onError: (error) => {
      onFault(error);
      return Response.json(
        { error_code: "internal", retryable: false, message: "Internal server error" },
        { status: 500 },
      );
    },
  }, (request) => handler.handle(request));
  const handler = handlerOn(server.addr.port);
  const stop = async (graceMs: number): Promise<void> => {
    // Not by a signal as well: aborting it during `shutdown()` throws where nobody can catch it.
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, graceMs);
    await Promise.race([server.shutdown(), late]);
    clearTimeout(timer);
  };
  return { server: { port: server.addr.port, stop }, handler };
}

/** Whether listening failed because something else has the address. */
export function isAddressTaken(error: unknown): boolean {
  return error instanceof Deno.errors.AddrInUse;
}
