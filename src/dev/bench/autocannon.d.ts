/** As much of autocannon 9 as the bench uses; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests a second of all connections together; without it each asks again as soon as it is answered. */
    overallRate?: number;
    headers: Record<string, string>;
    /** Puts something new in the place of every `[<id>]` in a request. */
    idReplacement: boolean;
    requests: { path: string }[];
  }
  interface Result {
    non2xx: number;
    errors: number;
    '2xx': number;
    /** Seconds. */
    duration: number;
    latency: { p50: number; p99: number };
  }
  interface Run extends PromiseLike<Result> {
    on(
      event: 'response',
      hear: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void;
    on(event: 'reqError', hear: (reason: Error) => void): void;
  }
  export default function autocannon(options: Options): Run;
}
